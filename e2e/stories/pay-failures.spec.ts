// What can go wrong with a payment, and what the buyer is shown.
import { expect, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { expectLetter } from './letters.ts'
import {
	expectCodes,
	hashOf,
	orderCodes,
	panel,
	payBy,
	payOnProviderPage,
	sandboxAction,
	showQr,
	timeline,
} from './payment.ts'

test.setTimeout(150_000)

/** Stories run one at a time, so the newest order is theirs. */
const newestOrder = () => sql('select max(id) from orders')

/** Makes half an hour pass for the payments of an order. */
function endTimeToPay(order: string): void {
	const ended = `update payment_attempts set expires_at = now() - interval '1 second' where order_id = ${order} returning id`
	sql(
		`with ended as (${ended}) update attempt_checks set due_at = now(), asked = asked + 1 where attempt_id in (select id from ended)`,
	)
}

test('declined: nothing was taken, and another way works', async ({ page }, info) => {
	await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await sandboxAction('tbank', 'decline')
	const alert = page.getByRole('alert').filter({ hasText: 'Платёж не прошёл, деньги не списаны' })
	await expect(alert).toBeInViewport({ timeout: 20_000 })
	await expect(alert).toBeFocused()
	await expect(panel(page)).toBeHidden()
	await expectLetter(page, newestOrder(), /платёж не прошёл/, info)
	await payBy(page, 'payin_p2p')
	await expect(page.getByText('Номер карты')).toBeVisible()
	await sandboxAction('payin', 'pay')
	await expectCodes(page)
})

test('expired: the time of a payment runs out, the order stays', async ({ page }, info) => {
	await orderCodes(page)
	const id = newestOrder()
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	endTimeToPay(id)
	await expect(page.getByRole('alert').filter({ hasText: 'Время на этот платёж вышло' })).toBeVisible({
		timeout: 20_000,
	})
	await expectLetter(page, id, /время на платёж вышло/, info)
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	await payOnProviderPage(page)
	await expectCodes(page)
})

test('paid late: the order was closed, the money came, the codes are given', async ({ page }, info) => {
	await orderCodes(page)
	const id = newestOrder()
	await payBy(page, 'payin_p2p')
	await expect(page.getByText('Номер карты')).toBeVisible()
	endTimeToPay(id)
	await expect(page.getByRole('alert').filter({ hasText: 'Время на этот платёж вышло' })).toBeVisible({
		timeout: 20_000,
	})
	sql(`update orders set due_at = now() - interval '1 hour' where id = ${id}`)
	await page.waitForURL(/\/details$/, { timeout: 90_000 })
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Заказ закрыт')
	await sandboxAction('payin', 'late', { delay_ms: 100 })
	await expectCodes(page)
	await expectLetter(page, id, /доставлен/, info)
})

test('paid twice: delivered once, and the second payment goes back', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	await sandboxAction('payselection', 'twice')
	await page.goBack()
	await expectCodes(page)
	await expect(timeline(page)).toContainText('Лишний платёж возвращаем', { timeout: 20_000 })
	await expect(timeline(page)).toContainText('Вернули', { timeout: 20_000 })
})

test('wrong amount: too little goes back, and the order can be paid again', async ({ page }, info) => {
	await orderCodes(page)
	const hash = hashOf(page)
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	await sandboxAction('payselection', 'other_amount', { amount: '100.00' })
	await page.goto(`/ru/orders/${hash}/details`)
	await expect(timeline(page)).toContainText(/Пришло 100.+Деньги возвращаем|Пришла не вся сумма/, { timeout: 20_000 })
	await expect(timeline(page)).toContainText('Вернули', { timeout: 20_000 })
	await expectLetter(page, newestOrder(), /пришла не вся сумма/, info)
	await page.goto(`/ru/orders/${hash}/pay`)
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await expectCodes(page)
})

test('a lost connection is a state with words, and the payment goes on after it', async ({ page, context }) => {
	await orderCodes(page)
	await page.locator('input[name=method][value=tbank_sbp]').check()
	await page.waitForLoadState('networkidle')
	await context.setOffline(true)
	const note = page.getByText('Нет сети.')
	await expect(note).toBeVisible()
	await page
		.getByRole('button', { name: /^Оплатить/ })
		.filter({ visible: true })
		.click()
	// Nothing is sent and nothing is lost: the page says so where the buyer looks, and only once.
	await expect(note).toBeInViewport()
	await expect(page.getByRole('button', { name: 'Ждём связь' })).toBeVisible()
	await expect(page.getByText('Нет связи')).toBeHidden()
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Чем платим')
	await context.setOffline(false)
	// The press is sent by itself.
	await expect(panel(page)).toBeVisible()
	await expect(note).toBeHidden()
	await context.setOffline(true)
	await expect(note).toBeVisible()
	await expect(await showQr(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await context.setOffline(false)
	await expectCodes(page)
})
