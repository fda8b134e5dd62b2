// An order that is not paid yet: changed, completed, found again.
import { expect, type Page, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { email, fillLot, fillSupply, signIn, submit, toPay } from './delivery.ts'
import { expectCodes, hashOf, orderCodes, panel, payBy, sandboxAction } from './payment.ts'

test.setTimeout(120_000)

const receipt = (page: Page) => page.getByRole('region', { name: 'Чек' })
const total = (page: Page) => receipt(page).getByRole('status')

async function change(page: Page, fill: () => Promise<void>): Promise<void> {
	await page.getByText('Изменить заказ').click()
	await fill()
	await page.getByRole('button', { name: 'Сохранить' }).click()
	await expect(page.getByText('Заказ изменён')).toBeVisible({ timeout: 20_000 })
}

test('an unpaid order can be changed on its pay page: how many, and where it goes', async ({ page }) => {
	await orderCodes(page)
	const before = await total(page).innerText()
	await change(page, async () => {
		await page.getByRole('button', { name: 'Убавить: 660 UC' }).click()
		await page.getByLabel('Эл. почта').first().fill('drugoy@example.ru')
	})
	await expect(total(page)).not.toHaveText(before)
	await expect(receipt(page)).toContainText('drugoy@example.ru')
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await expectCodes(page, 1)
})

test('a refused change says why and changes nothing', async ({ page }) => {
	await orderCodes(page, 1)
	const before = await total(page).innerText()
	await page.getByText('Изменить заказ').click()
	await page.getByRole('button', { name: 'Убавить: 660 UC' }).click()
	await page.getByRole('button', { name: 'Сохранить' }).click()
	await expect(page.getByText('Оставьте в заказе хотя бы один товар.')).toBeVisible()
	await expect(total(page)).toHaveText(before)
})

test('Steam orders carry their own sum and title on pay, order and list pages, and can be changed', async ({
	page,
}) => {
	const wish = { amount: '777.00', steam_account_id: 'night_kiosk', email }
	const { hash } = (await (await page.request.post('/api/orders/steam/', { data: wish })).json()) as { hash: string }
	await page.goto(`/ru/orders/${hash}/pay`)
	await expect(receipt(page)).toContainText(/Пополнение кошелька Steam\s*777,00/)
	await expect(receipt(page)).toContainText('На кошелёк придёт')
	await change(page, async () => {
		await page.getByLabel('Цена с комиссией Steam').fill('1 234,50')
		await page.getByLabel('Логин Steam').fill('other_kiosk')
	})
	await expect(receipt(page)).toContainText(/Пополнение кошелька Steam\s*1\s234,50/)
	await expect(receipt(page)).toContainText('other_kiosk')
	await page.goto(`/ru/orders/${hash}/details`)
	await expect(page.getByText(/1\s234,50/).first()).toBeVisible()
	await expect(page.getByText('на 100 ₽')).toHaveCount(0)
	await page.goto('/ru/orders')
	await expect(page.getByText(/Пополнение кошелька Steam/)).toBeVisible()
	await expect(page.getByText(/1\s253,02/)).toBeVisible() // what the preselected method charges
})

test('an unpaid order of a supplier can be changed: the player and the server', async ({ page }) => {
	await fillSupply(page, '700200300')
	await toPay(page)
	await change(page, async () => {
		await page.getByLabel('ID игрока', { exact: true }).fill('700200301')
		await page.getByLabel('Сервер', { exact: true }).selectOption({ index: 0 })
	})
	await expect(receipt(page)).toContainText('700200301')
})

test('an unpaid gift can be changed: the address it goes to', async ({ page }) => {
	const made = await page.request.post('/api/orders/rokky/', { data: { gift: 1, email } })
	const { hash } = (await made.json()) as { hash: string }
	await page.goto(`/ru/orders/${hash}/pay`)
	await expect(page.getByText('Издание и регион')).toBeHidden()
	await change(page, () => page.getByLabel('Эл. почта').first().fill('podarok@example.ru'))
	await expect(receipt(page)).toContainText('podarok@example.ru')
})

test('a Standoff order without an avatar cannot be paid: it is uploaded on the pay page', async ({ page }) => {
	await fillLot(page)
	const hash = await toPay(page)
	sql(`update orders set detail = detail - 'game_avatar' where id = (select max(id) from orders)`)
	await page.goto(`/ru/orders/${hash}/pay`)
	await expect(page.getByRole('heading', { name: 'Добавьте аватар аккаунта' })).toBeVisible()
	await expect(page.getByRole('button', { name: /^Оплатить/ })).toHaveCount(0)
	await page
		.locator('input[type=file]')
		.setInputFiles(new URL('../../web/public/icon-180.png', import.meta.url).pathname)
	await expect(page.getByRole('button', { name: /^Оплатить/ }).filter({ visible: true })).toBeVisible()
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
})

test('«Заказы» of a guest: status, sum and «Оплатить»', async ({ page }) => {
	const hash = await orderCodes(page, 1)
	await page.goto('/ru/orders')
	const card = page.getByRole('article')
	await expect(card).toContainText('PUBG Mobile')
	await expect(card).toContainText(/741,51\s₽/) // what the preselected method charges
	await card.getByRole('link', { name: 'Оплатить' }).click()
	await page.waitForURL(`**/ru/orders/${hash}/pay`)
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await expectCodes(page, 1)
	await page.goto('/ru/orders')
	await expect(card).toContainText('готов')
	await expect(card.getByRole('link', { name: 'Оплатить' })).toHaveCount(0)
})

test('«Заказы» of somebody signed in are those of the account, in any browser', async ({ page, context, browser }) => {
	const id = await signIn(context, 'Кот')
	await fillSupply(page, '700200300')
	await submit(page)
	await page.waitForURL(/\/pay$/)
	const hash = hashOf(page)
	expect(await page.evaluate(() => localStorage.getItem('larek.orders'))).toBeNull()
	const cookies = (await context.cookies()).filter(({ name }) => name === 'access')
	const other = await browser.newContext({ baseURL: new URL(page.url()).origin, locale: 'ru-RU' })
	await other.addCookies(cookies)
	const elsewhere = await other.newPage()
	await elsewhere.goto('/ru/orders')
	await expect(elsewhere.getByRole('article')).toHaveCount(
		Number(sql(`select count(*) from orders where user_id = ${id}`)),
	)
	await elsewhere.getByRole('link', { name: 'Оплатить' }).click()
	await elsewhere.waitForURL(`**/ru/orders/${hash}/pay`)
	await other.close()
})
