import { expect, test } from '@playwright/test'
import { api } from '../shop.ts'

test.afterEach(() => api('open'))

test('without the API cached pages go on, others are kind, and all recovers', async ({
	page,
	request,
	context,
	baseURL,
}) => {
	// Markets no other story has requested, so that none of them is cached.
	const cached = { headers: { Cookie: 'country=AM' } }
	expect((await request.get('/ru/games', cached)).status()).toBe(200)
	await context.addCookies([{ name: 'country', value: 'GE', url: baseURL }])

	await api('close')
	expect((await request.get('/ru/games', cached)).headers()['x-cache']).toBe('hit')
	for (const path of ['/ru/games/4', '/ru/gifts', '/ru']) {
		const response = await page.goto(path)
		const text = await page.locator('body').innerText()
		expect(text, path).toMatch(/Что-то пошло не так|сейчас не загружа|скоро откроется/)
		expect(text, path).not.toMatch(/undefined|\[object|Error:|at \w+ \(/)
		expect(response?.headers()['cache-control'], path).toMatch(/no-store/)
		expect(response?.headers()['set-cookie']).toBeUndefined()
	}
	const refusal = await request.get('/api/games/')
	expect(refusal.status()).toBe(503)
	expect(await refusal.json()).toHaveProperty('code')
	expect(refusal.headers()['retry-after']).toBeTruthy()

	await api('open')
	for (const path of ['/ru/games/4', '/ru/gifts', '/ru']) {
		await expect
			.poll(async () => {
				const response = await page.goto(path)
				return [response?.status(), await page.getByText(/Что-то пошло не так|сейчас не загружа/).count()]
			}, path)
			.toEqual([200, 0])
	}
})
