import { expect, test } from '@playwright/test'
import { pages } from '../pages.ts'
import { expectAccessible } from './page.ts'

for (const [name, path] of Object.entries({ ...pages, kit: '/ru/dev/kit' })) {
	test(`axe finds nothing on ${name}`, async ({ page }) => {
		const errors: string[] = []
		page.on('pageerror', (error) => errors.push(String(error)))
		// What the policy blocked is reported on the console.
		page.on('console', (message) => {
			if (message.type() === 'error' && !message.text().includes('404')) errors.push(message.text())
		})
		await page.goto(path)
		await page.keyboard.press('Tab') // so that something has the focus
		await page.waitForLoadState('networkidle')
		await expectAccessible(page)
		expect(errors).toEqual([])
	})
}
