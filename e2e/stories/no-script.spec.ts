import { expect, test } from '@playwright/test'
import { pages } from '../pages.ts'

test.use({ javaScriptEnabled: false })

for (const [name, path] of Object.entries(pages)) {
	test(`${name} is readable without scripts`, async ({ page }) => {
		const response = await page.goto(path)
		expect(response?.status()).toBe(name === 'missing' ? 404 : 200)
		await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
		expect((await page.getByRole('main').innerText()).length).toBeGreaterThan(60)
	})
}

test('everything is reached by links and forms without scripts', async ({ page }, { project }) => {
	await page.goto('/ru')
	// The first one may be on a slide that is out of sight.
	await page.getByRole('main').locator('a[href="/ru/games/1"]').last().click()
	await expect(page).toHaveURL(/\/ru\/games\/1$/)
	await expect(page.getByLabel('Эл. почта')).toBeVisible()
	await page.goto('/ru/gifts')
	await page.getByLabel('Регион активации').selectOption('ru')
	await page.getByRole('button', { name: 'Показать' }).click()
	await expect(page).toHaveURL(/region=ru/)
	await page.getByRole('main').locator('a[href^="/ru/gifts/detalis/"]').first().click()
	await expect(page).toHaveURL(/detalis\/\d+/)
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	await page.goto(project.name === 'phone' ? '/ru/search' : '/ru')
	const box = page.locator('input[name=q]').filter({ visible: true }).first()
	await box.fill('пабг')
	await box.press('Enter')
	await expect(page.getByRole('main').locator('a[href="/ru/games/1"]').first()).toBeVisible()
})
