// Money that needs a person: refused refunds, chargebacks, payments that match nothing.
import { expect, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { expectLive, resetSuppliers, tagPage } from '../stories/delivery.ts'
import { timeline } from '../stories/payment.ts'
import { sandbox, sandboxCommand } from '../stories/sandbox.ts'
import { end, openDesk, openTask, take } from './desk.ts'
import { expectAccessible } from './page.ts'
import {
	bankRefuses,
	deliveredCodes,
	eventually,
	expectBooksBalance,
	moneyOf,
	moneyWithoutOrder,
	patience,
} from './situations.ts'

test.setTimeout(300_000)
test.beforeEach(resetSuppliers)
test.afterEach(resetSuppliers)

test('the bank refuses a refund: it is sent again once the bank takes it', async ({ page, browser }) => {
	const order = await bankRefuses(page)
	await tagPage(page)
	const desk = await openDesk(browser, page, 'finance')
	await openTask(desk, `заказ ${order}`)
	await expectAccessible(desk)
	await take(desk)
	await fetch(`${sandbox}/control/faults`, { method: 'DELETE' })
	await end(desk, 'Отправить ещё раз', (dialog) => dialog.getByLabel('Пояснение').fill('Банк починили'))
	await expect(timeline(page)).toContainText(/Вернули \d/, patience)
	await expectLive(page)
	const { taken, refunded, refunds } = await moneyOf(order)
	expect([refunded, refunds]).toEqual([taken, 1])
	expectBooksBalance()
})

test('a chargeback: it is booked already, and an operator has looked at it', async ({ page, browser }) => {
	const { order, reference } = await deliveredCodes(page, 'payselection')
	await sandboxCommand('pay', { provider: 'payselection', reference, action: 'chargeback' })
	sql(`update payment_attempts set next_check_at = now() where order_id = ${order}`)
	await eventually(`select count(*) from payment_tasks where order_id = ${order} and closed_at is null`, '1')
	const desk = await openDesk(browser, page, 'finance')
	await openTask(desk, `заказ ${order}`)
	await take(desk)
	await end(desk, 'Разобрались', (dialog) => dialog.getByLabel('Что решили').fill('Спорить не будем'))
	await eventually(`select count(*) from payment_tasks where order_id = ${order} and closed_at is null`, '0')
	expectBooksBalance()
})

test('money that matches nothing: it is kept, in the books, with a reason', async ({ page, browser }) => {
	await deliveredCodes(page, 'tbank_sbp')
	await moneyWithoutOrder()
	const desk = await openDesk(browser, page, 'finance')
	await openTask(desk, 'Деньги без заказа')
	await expectAccessible(desk)
	await take(desk)
	await end(desk, 'Оставить у нас', (dialog) => dialog.getByLabel('Пояснение').fill('Ищем отправителя'))
	await eventually(`select count(*) from payment_notices where order_id is null and decision = 'kept'`, '1')
	expect(sql(`select count(*) > 0 from audit where action = 'queue.resolve'`)).toBe('t')
	expectBooksBalance()
})
