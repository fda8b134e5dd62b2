// The owner closes the shop and opens it again: visitors get one page and no order, buyers keep theirs, staff look in.
import { test } from '@playwright/test'
import { pages } from '../pages.ts'
import { openDesk } from './desk.ts'
import { because, expect, expectStateAccessible } from './page.ts'

test.setTimeout(180_000)

/** What buyers of a closed shop still need. */
const forBuyers = /^\/ru\/(auth|orders|profile|info)/

test('a closed shop shows one page to visitors, and itself to staff', async ({ page, browser, request }, info) => {
	const { page: desk, errors } = await openDesk(browser, page, 'admin')
	await desk.goto('/console/settings')
	const visit = async (path: string) => {
		const response = await request.get(path, { maxRedirects: 0 })
		return { status: response.status(), robots: response.headers()['x-robots-tag'], text: await response.text() }
	}
	expect((await visit('/ru')).status).toBe(200)

	await desk.getByRole('button', { name: 'Закрыть магазин' }).click()
	const closing = desk.getByRole('dialog', { name: 'Закрыть магазин' })
	await closing.getByLabel('Для покупателей').fill('Откроемся в 18:00 по Москве')
	await because(closing)
	await expectStateAccessible(desk)
	await desk.screenshot({ path: info.outputPath('close.png'), fullPage: true })
	await closing.getByRole('button', { name: 'Закрыть магазин' }).click()
	try {
		await expect(desk.getByText('новых заказов нет, оплаченные выполняются')).toBeVisible()
		await desk.screenshot({ path: info.outputPath('closed.png'), fullPage: true })
		await expect.poll(async () => (await visit('/ru')).status, { timeout: 5_000 }).toBe(503)
		for (const path of Object.values(pages).filter((path) => path.startsWith('/ru'))) {
			const { status, robots, text } = await visit(path)
			if (forBuyers.test(path)) expect(status, path).not.toBe(503)
			else
				expect([path, status, robots, text.includes('Откроемся в 18:00 по Москве')]).toEqual([
					path,
					503,
					'noindex',
					true,
				])
		}
		const order = await request.post('/api/orders/steam/', {
			data: { amount: '500.00', steam_account_id: 'night_kiosk', email: 'buyer@larek.test' },
		})
		expect([order.status(), (await order.json()).code]).toEqual([503, 'shop.closed'])

		await page.goto('/ru')
		await expect(page.getByRole('heading', { name: 'Скоро вернёмся' })).toBeVisible()
		await page.screenshot({ path: info.outputPath('visitor.png') })
		await page.setViewportSize({ width: 360, height: 740 })
		await page.screenshot({ path: info.outputPath('visitor-phone.png') })

		await desk.getByRole('button', { name: 'Посмотреть витрину' }).click()
		await desk.waitForURL('**/ru')
		await expect(desk.getByRole('heading', { level: 1 })).not.toHaveText('Скоро вернёмся')
		expect((await visit('/ru')).status, 'what staff saw is not kept for visitors').toBe(503)
	} finally {
		// The stories after this one need an open shop.
		await desk.goto('/console/settings')
		await desk.getByRole('button', { name: 'Открыть магазин' }).click()
		const opening = desk.getByRole('dialog', { name: 'Открыть магазин' })
		await because(opening)
		await opening.getByRole('button', { name: 'Открыть магазин' }).click()
		await expect(desk.getByRole('button', { name: 'Закрыть магазин' })).toBeVisible()
		await expect.poll(async () => (await visit('/ru')).status, { timeout: 5_000 }).toBe(200)
	}
	expect(errors).toEqual([])
})
