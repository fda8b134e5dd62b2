// What a buyer without scripts can do: order goods of every kind, pay in every way, apply a promo code, correct
// details.
import { type Page, test } from '@playwright/test'
import { email, fault, goods, heading, resetSuppliers, soon } from './delivery.ts'
import { hashOf, panel, payBy, payOnProviderPage, sandboxAction } from './payment.ts'
import { expect } from './signin.ts'

test.use({ javaScriptEnabled: false })
test.setTimeout(120_000)
test.beforeEach(resetSuppliers)
test.afterEach(resetSuppliers)

const send = (page: Page) =>
	page.locator('main button[type=submit].lamp-button').filter({ visible: true }).first().click()
const receipt = (page: Page) => page.getByRole('region', { name: 'Чек' })

async function expectPayPage(page: Page): Promise<string> {
	await page.waitForURL(/\/ru\/orders\/[0-9A-Za-z]{26}\/pay$/)
	await expect(heading(page)).toHaveText('Чем платим')
	return hashOf(page)
}

async function orderCodes(page: Page, count: number): Promise<string> {
	await page.goto('/ru/games/1')
	await page.getByLabel('660 UC', { exact: true }).fill(String(count))
	await page.getByLabel('Эл. почта').fill(email)
	await send(page)
	return expectPayPage(page)
}

async function orderSupply(page: Page, player: string): Promise<string> {
	await page.goto('/ru/games/5')
	await page.getByRole('spinbutton').first().fill('1')
	await page.getByLabel('ID игрока', { exact: true }).fill(player)
	await page.getByLabel('Сервер', { exact: true }).selectOption({ index: 1 })
	await page.getByLabel('Эл. почта').fill(email)
	await send(page)
	return expectPayPage(page)
}

async function expectDelivered(page: Page, hash: string): Promise<void> {
	await page.goto(`/ru/orders/${hash}/details`)
	await expect(heading(page)).toHaveText('Код ваш', soon)
}

test('Steam is ordered without scripts', async ({ page }) => {
	await page.goto('/ru/games/3')
	await page.getByLabel(/Цена с комиссией Steam/).fill('500')
	await page.getByLabel('Логин Steam').fill('night_kiosk')
	await page.getByLabel('Эл. почта').fill(email)
	await send(page)
	await expectPayPage(page)
	await expect(receipt(page)).toContainText('night_kiosk')
})

test('a supply game is ordered without scripts, and a missing server is asked for', async ({ page }) => {
	await page.goto('/ru/games/5')
	await page.getByRole('spinbutton').first().fill('1')
	await page.getByLabel('ID игрока', { exact: true }).fill('700123456')
	await page.getByLabel('Эл. почта').fill(email)
	await send(page)
	await expect(page).toHaveURL(/\/ru\/games\/5/)
	const player = page.getByLabel('ID игрока', { exact: true })
	await expect(player).toHaveValue('700123456')
	await expect(page.getByRole('spinbutton').first()).toHaveValue('1')
	await page.getByLabel('Сервер', { exact: true }).selectOption({ index: 1 })
	await send(page)
	await expectPayPage(page)
	await expect(receipt(page)).toContainText('700123456')
})

test('Standoff is ordered with its picture without scripts', async ({ page }) => {
	await page.goto('/ru/games/2')
	await page.getByRole('spinbutton').first().fill('1')
	await page.getByLabel('ID аккаунта').fill('12345678')
	await page.getByLabel('Эл. почта').fill(email)
	await page
		.locator('input[type=file]')
		.setInputFiles(new URL('../../web/public/icon-180.png', import.meta.url).pathname)
	await send(page)
	const hash = await expectPayPage(page)
	const order = await (await page.request.get(`/api/orders/${hash}/`)).json()
	expect(order.game_avatar).toMatch(/^\/media\//)
})

test('a gift is ordered without scripts, and a wrong e-mail is told', async ({ page }) => {
	await page.goto('/ru/gifts/detalis/1')
	await page.getByLabel('Эл. почта').fill('pokupatel')
	await page
		.getByRole('button', { name: /^Купить/ })
		.filter({ visible: true })
		.click()
	await expect(page.getByLabel('Эл. почта')).toHaveValue('pokupatel')
	await expect(page.getByLabel('Эл. почта')).toHaveAttribute('aria-invalid', 'true')
	await page.getByLabel('Эл. почта').fill(email)
	await page
		.getByRole('button', { name: /^Купить/ })
		.filter({ visible: true })
		.click()
	await expectPayPage(page)
})

test('a promo code is refused, put on the order and taken off without scripts', async ({ page }) => {
	await orderCodes(page, 2)
	const total = () => receipt(page).getByRole('status').innerText()
	const before = await total()
	const put = async (code: string) => {
		const field = page.getByLabel('Промокод')
		if (!(await field.isVisible())) await page.getByText('Есть промокод').click()
		await field.fill(code)
		await page.getByRole('button', { name: 'Применить' }).click()
	}
	await put('NETTAKOGO')
	await expect(page.getByText('Такого промокода нет')).toBeVisible()
	expect(await total()).toBe(before)
	await put('UC8')
	await expect(receipt(page)).toContainText('Промокод UC8')
	expect(await total()).not.toBe(before)
	await page.getByRole('button', { name: 'убрать' }).click()
	await expect(receipt(page)).not.toContainText('Промокод UC8')
	expect(await total()).toBe(before)
})

test('qr: the picture of the bank is shown without scripts', async ({ page }) => {
	const hash = await orderCodes(page, 1)
	await payBy(page, 'tbank_qr')
	const picture = page.getByRole('img', { name: 'QR-код для оплаты' })
	await expect(picture).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await expectDelivered(page, hash)
})

test('p2p: the card and the sum are shown without scripts', async ({ page }) => {
	const hash = await orderCodes(page, 1)
	await payBy(page, 'payin_p2p')
	await expect(page.getByText('Номер карты')).toBeVisible()
	await expect(page.getByRole('main')).toContainText(/\d{4}\s?\d{4}\s?\d{4}\s?\d{4}/)
	await sandboxAction('payin', 'pay')
	await expectDelivered(page, hash)
})

test('form: one button posts it to the provider without scripts', async ({ page }) => {
	const hash = await orderCodes(page, 1)
	await payBy(page, 'payin_form')
	await page.getByRole('button', { name: 'Перейти к оплате' }).click()
	await page.waitForURL(/\/payin\/api\/shop|\/pay\/payin\//)
	await payOnProviderPage(page)
	await expectDelivered(page, hash)
})

test('external: the instructions are shown without scripts', async ({ page }) => {
	const hash = await orderCodes(page, 1)
	await payBy(page, 'payin_external')
	await expect(panel(page)).toContainText(/\d/)
	await sandboxAction('payin', 'pay')
	await expectDelivered(page, hash)
})

test('details the supplier refused are corrected without scripts', async ({ page }) => {
	for (const name of ['moogold', 'gamesdrop']) await fault(name, 'check', 5)
	const hash = await orderSupply(page, '700777404')
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await page.goto(`/ru/orders/${hash}/details`)
	await expect(heading(page)).toHaveText('Проверьте данные', soon)
	const form = page.getByRole('region', { name: 'Проверьте данные' })
	await form.getByLabel('ID игрока').fill('700777456')
	await form.getByRole('button', { name: 'Исправить и отправить' }).click()
	// The page looks by itself every few seconds.
	await expect(heading(page)).toHaveText('Заказ доставлен', soon)
	await expect(goods(page)).toContainText('ID 700777456')
})
