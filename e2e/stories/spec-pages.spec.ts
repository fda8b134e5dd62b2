// Screens and routes: each address opens, with scripts and without; what is protected, what scrolls, what is remembered.
import { test } from '@playwright/test'
import { heading } from './delivery.ts'
import { orderCodes } from './payment.ts'
import { expect } from './signin.ts'

// One test opens every page, and a busy machine takes its time over them.
test.setTimeout(240_000)

const addresses = [
	'/',
	'/ru/products',
	'/ru/products/2',
	'/ru/products/details/1',
	'/ru/gifts',
	'/ru/gifts/2',
	'/ru/gifts/detalis/1',
	'/ru/feedback',
	'/ru/info',
	'/ru/info/contacts',
	'/ru/info/privacy-policy',
	'/ru/info/user-agreement',
	'/ru/info/TextBlock',
	'/ru/games/1',
]
const outside = [
	'/ru/products/0',
	'/ru/products/abc',
	'/ru/products/9999',
	'/ru/products/details/abc',
	'/ru/gifts/9999',
]

for (const scripts of [true, false]) {
	const how = scripts ? 'with scripts' : 'without scripts'
	test.describe(how, () => {
		test.use({ javaScriptEnabled: scripts })

		test(`every public address opens ${how}`, async ({ page }) => {
			for (const address of addresses) {
				const response = await page.goto(address)
				expect([address, response?.status()]).toEqual([address, 200])
				await expect(heading(page)).toBeVisible()
				await expect(page.getByRole('main')).toContainText(/[а-яё]{4}/i)
				expect(new URL(page.url()).pathname, 'the locale comes first').toMatch(/^\/ru(\/|$)/)
				await expect(page.locator('html')).toHaveAttribute('lang', 'ru')
			}
		})

		test(`an address whose page or id cannot be is a 404 ${how}`, async ({ page }) => {
			for (const address of outside) {
				const response = await page.goto(address)
				expect([address, response?.status()]).toEqual([address, 404])
				await expect(page.getByText('404', { exact: true })).toBeVisible()
			}
		})

		test(`profile and settings lead home without the access cookie ${how}`, async ({ page }) => {
			for (const address of ['/ru/profile', '/ru/profile/settings']) {
				await page.goto(address)
				await expect(page).toHaveURL(/\/ru(#signin)?$/)
			}
		})

		test(`coming back from a sign-in has no layout ${how}`, async ({ page }) => {
			await page.goto('/auth/yandex/redirect/?error=access_denied')
			await expect(page).toHaveURL(/\/ru\/auth\/yandex\/redirect/)
			await expect(page.getByRole('banner')).toHaveCount(0)
			await expect(page.getByRole('contentinfo')).toHaveCount(0)
		})
	})
}

test('the list of texts leads to each of them, under its own heading', async ({ page, request }) => {
	const texts = { TextBlock: 'text-block', 'user-agreement': 'user-agreement', 'privacy-policy': 'privacy-policy' }
	for (const [name, slug] of Object.entries(texts)) {
		await page.goto('/ru/info')
		await page.getByRole('main').locator(`a[href="/ru/info/${name}"]`).click()
		const { header } = await (await request.get(`/api/articles/${slug}/`)).json()
		await expect(heading(page)).toHaveText(header)
	}
	await page.goto('/ru/info')
	await page.getByRole('main').locator('a[href="/ru/info/contacts"]').click()
	await expect(page.getByRole('main')).toContainText('ИНН')
})

test('an order has a page to pay and a page of details', async ({ page }) => {
	const hash = await orderCodes(page, 1)
	await expect(page).toHaveURL(`/ru/orders/${hash}/pay`)
	const size = page.viewportSize()
	await page.setViewportSize({ width: 1440, height: 900 })
	const method = await page.getByRole('radio').first().locator('..').boundingBox()
	const button = await page.getByRole('button', { name: 'Оплатить' }).filter({ visible: true }).boundingBox()
	expect(button?.x, 'the button is in the column of the methods').toBeGreaterThanOrEqual((method?.x ?? 0) - 1)
	if (size) await page.setViewportSize(size)
	await page.goto(`/ru/orders/${hash}/details`)
	await expect(heading(page)).toHaveText('Заказ ждёт оплаты')
	// On paper it is the receipt alone.
	await page.emulateMedia({ media: 'print' })
	await expect(page.getByRole('region', { name: 'Заказ №' })).toBeVisible()
	await expect(page.getByRole('banner')).toBeHidden()
	await expect(page.getByRole('heading', { level: 1 })).toBeHidden()
	await expect(page.getByText('Написать в поддержку')).toBeHidden()
})

test('going on scrolls to the top, or to the place the address names', async ({ page }) => {
	await page.goto('/ru')
	await page.getByRole('contentinfo').getByRole('link').first().scrollIntoViewIfNeeded()
	expect(await page.evaluate(() => scrollY)).toBeGreaterThan(200)
	await page.getByRole('contentinfo').locator('a[href="/ru/info/user-agreement"]').click()
	await page.waitForURL('**/ru/info/user-agreement')
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
	const anchor = await page.locator('main :is(h2, h3)[id]').last().getAttribute('id')
	await page.goto(`/ru/info/user-agreement#${anchor}`)
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(200)
	await expect(page.locator(`[id="${anchor}"]`)).toBeInViewport()
})

test('the locale is remembered for 365 days', async ({ page, context }) => {
	await page.goto('/ru')
	await page.mouse.move(5, 5)
	const expires = async () => (await context.cookies()).find(({ name }) => name === 'i18n_locale')?.expires ?? 0
	await expect.poll(async () => Math.round((await expires()) / 86_400 - Date.now() / 86_400_000)).toBe(365)
})

test('the cart is one key of the local storage: game, product, amount', async ({ page }) => {
	await page.goto('/ru/games/1')
	const more = page.getByRole('button', { name: 'Прибавить: 660 UC' })
	await more.click()
	await expect(page.getByLabel('660 UC', { exact: true })).toHaveValue('1')
	await more.click()
	const carts = () =>
		page.evaluate(() => Object.entries(localStorage).filter(([key]) => key.includes('cart')) as [string, string][])
	await expect.poll(async () => (await carts()).length).toBe(1)
	await expect.poll(async () => Object.values(JSON.parse((await carts())[0]?.[1] ?? '{}')['1'] ?? {})).toEqual([2])
	await page.reload()
	await page.mouse.move(5, 5)
	await expect(page.getByLabel('660 UC', { exact: true })).toHaveValue('2')
})

test('a tooltip is above its button, at most 350 px wide and above everything', async ({ page }) => {
	await page.goto('/ru/games/5')
	const button = page.getByRole('button', { name: /^Где/ }).first()
	await button.scrollIntoViewIfNeeded()
	await button.click()
	const bubble = page.getByRole('tooltip')
	await expect(bubble).toBeVisible()
	const [above, below] = [await bubble.boundingBox(), await button.boundingBox()]
	expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
	expect(above?.width).toBeLessThanOrEqual(350)
	expect(await bubble.evaluate((element) => getComputedStyle(element).zIndex)).toBe('9999')
})

test('the live feed hides a part of every name', async ({ page }) => {
	await page.goto('/ru')
	const feed = await (await page.request.get('/api/live_feed/?limit=24')).json()
	expect(feed.results.length).toBeGreaterThan(3)
	for (const { user } of feed.results) expect(user.obscured_nickname).toMatch(/^Гость$|\*\*\*/)
	await expect(page.getByRole('main')).toContainText(/\*\*\*|Гость/)
})
