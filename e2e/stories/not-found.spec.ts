import { expect, test } from '@playwright/test'

test('an address without the language leads to the one with it', async ({ request }) => {
	for (const path of ['/products', '/profile', '/gifts/detalis/42?utm_source=x']) {
		const response = await request.get(path, { maxRedirects: 0 })
		expect([response.status(), response.headers().location]).toEqual([302, `/ru${path}`])
	}
})

for (const path of ['/ru/net-takogo?a=1', '/ru/games/999999', '/ru/gifts/detalis/999999', '/nowhere']) {
	test(`${path} is a 404 that says so`, async ({ page, request }) => {
		const response = await page.goto(path)
		expect(response?.status()).toBe(404)
		await expect(page.getByText('404', { exact: true })).toBeVisible()
		await expect(page.getByRole('heading', { level: 1 })).toHaveText('Такой страницы нет')
		await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', /noindex/)
		const html = await (await request.get(path)).text()
		expect(html).toContain(`Page Not Found: ${path}\\"`)
		await page.getByRole('link', { name: 'На главную' }).click()
		await expect(page).toHaveURL(/\/ru$/)
	})
}
