// What can go wrong with a payment, and how the buyer is told.
import { expect, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { atBank, expectCodes, hashOf, orderCodes, panel, payBy, payThere, timeline } from './paying.ts'

test.setTimeout(150_000)

/** Stories run one at a time, so the newest order is theirs. */
const newestOrder = () => sql('select max(id) from orders')

test('declined: nothing was taken, and another way works', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await expect(page.getByRole('img', { name: 'QR-код для оплаты' })).toBeVisible()
	await atBank('tbank', 'decline')
	await expect(page.getByRole('alert').filter({ hasText: 'Платёж не прошёл, деньги не списаны' })).toBeVisible({
		timeout: 20_000,
	})
	await expect(page.getByRole('img', { name: 'QR-код для оплаты' })).toBeHidden()
	await payBy(page, 'payin_p2p')
	await expect(page.getByText('Номер карты')).toBeVisible()
	await atBank('payin', 'pay')
	await expectCodes(page)
})

test('expired: the time of a payment runs out, the order stays', async ({ page }) => {
	await orderCodes(page)
	const id = newestOrder()
	await payBy(page, 'tbank_sbp')
	await expect(page.getByRole('img', { name: 'QR-код для оплаты' })).toBeVisible()
	sql(
		`update payment_attempts set expires_at = now() - interval '1 second', next_check_at = now() where order_id = ${id}`,
	)
	await expect(page.getByRole('alert').filter({ hasText: 'Время на этот платёж вышло' })).toBeVisible({
		timeout: 20_000,
	})
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	await payThere(page)
	await expectCodes(page)
})

test('paid late: the order was closed, the money came, the codes are given', async ({ page }) => {
	await orderCodes(page)
	const id = newestOrder()
	await payBy(page, 'payin_p2p')
	await expect(page.getByText('Номер карты')).toBeVisible()
	sql(
		`update payment_attempts set expires_at = now() - interval '1 second', next_check_at = now() where order_id = ${id}`,
	)
	await expect(page.getByRole('alert').filter({ hasText: 'Время на этот платёж вышло' })).toBeVisible({
		timeout: 20_000,
	})
	sql(`update orders set due_at = now() - interval '1 hour' where id = ${id}`)
	await page.waitForURL(/\/details$/, { timeout: 90_000 })
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Заказ закрыт')
	await atBank('payin', 'late', { delay_ms: 100 })
	await expectCodes(page)
})

test('paid twice: delivered once, and the second payment goes back', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	await atBank('payselection', 'twice')
	await page.goBack()
	await expectCodes(page)
	await expect(timeline(page)).toContainText('Лишний платёж возвращаем', { timeout: 20_000 })
	await expect(timeline(page)).toContainText('Вернули', { timeout: 20_000 })
})

test('wrong amount: too little goes back, and the order can be paid again', async ({ page }) => {
	await orderCodes(page)
	const hash = hashOf(page)
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	await atBank('payselection', 'other_amount', { amount: '100.00' })
	await page.goto(`/ru/orders/${hash}/details`)
	await expect(timeline(page)).toContainText(/Пришло 100.+Деньги возвращаем|Пришла не вся сумма/, { timeout: 20_000 })
	await expect(timeline(page)).toContainText('Вернули', { timeout: 20_000 })
	await page.goto(`/ru/orders/${hash}/pay`)
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await atBank('tbank', 'pay')
	await expectCodes(page)
})
