import { expect, test } from '@playwright/test'

for (const path of ['/ru/net-takogo?a=1', '/ru/games/999999', '/ru/gifts/detalis/999999', '/nowhere']) {
	test(`${path} is a 404 that says so`, async ({ page, request }) => {
		const response = await page.goto(path)
		expect(response?.status()).toBe(404)
		await expect(page.getByText('404', { exact: true })).toBeVisible()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Такой страницы нет')
		await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
		const html = await (await request.get(path)).text()
		expect(html).toContain(`Page Not Found: ${path.split('?')[0]}`)
		await page.getByRole('link', { name: 'На главную' }).click()
		await expect(page).toHaveURL(/\/ru$/)
	})
}
