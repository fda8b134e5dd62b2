import { expect, type Page, test } from '@playwright/test'
import { expectAccessible } from './page.ts'
import { expectCodes, orderCodes, panel, payBy, sandboxAction } from './payment.ts'

test.setTimeout(60_000)

const receipt = (page: Page) => page.getByRole('region', { name: 'Чек' })

test('a promo code is refused with a reason, put on the order, taken off and put on again', async ({ page }) => {
	await orderCodes(page)
	const before = await receipt(page).getByRole('status').innerText()
	await page.getByText('Есть промокод').click()
	const field = page.getByLabel('Промокод')
	await field.fill('NETTAKOGO')
	await page.getByRole('button', { name: 'Применить' }).click()
	await expect(page.getByText('Такого промокода нет')).toBeVisible()
	await field.fill('UC8')
	await field.press('Enter')
	await expect(receipt(page)).toContainText('Промокод UC8')
	await expect(receipt(page).getByRole('status')).not.toHaveText(before)
	await page.getByRole('button', { name: 'убрать' }).click()
	await expect(receipt(page).getByRole('status')).toHaveText(before)
	// The field stays open, so that another code can be entered at once.
	await field.fill('UC8')
	await field.press('Enter')
	await expect(receipt(page)).toContainText('Промокод UC8')
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await expectCodes(page)
})

test('a gift is ordered with an e-mail and comes to the pay page', async ({ page }) => {
	await page.goto('/ru/gifts/detalis/1')
	const buy = page.getByRole('button', { name: 'Купить подарок' }).filter({ visible: true })
	await page.getByLabel('Эл. почта').fill('pokupatel')
	await buy.click()
	await expect(page.getByText('Похоже, в адресе опечатка')).toBeVisible()
	await page.getByLabel('Эл. почта').fill('pokupatel@example.ru')
	await buy.click()
	await page.getByRole('button', { name: 'Всё верно, к оплате' }).click()
	await page.waitForURL(/\/ru\/orders\/[0-9A-Za-z]{26}\/pay$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Чем платим')
})

test('axe finds nothing on the way, and the guest finds the order again', async ({ page }) => {
	const hash = await orderCodes(page, 1)
	await page.getByText('Ещё способы').click()
	await page.getByText('Есть промокод').click()
	await expectAccessible(page)
	await payBy(page, 'payin_p2p')
	await expect(panel(page)).toBeVisible()
	await expectAccessible(page)
	await page.goto('/ru/orders')
	await page.getByRole('link', { name: /PUBG Mobile/ }).click()
	await page.waitForURL(`**/ru/orders/${hash}/details`)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ждём оплату')
	await expectAccessible(page)
	await sandboxAction('payin', 'pay')
	await expectCodes(page, 1)
	await expectAccessible(page)
})
