// Money that needs a person: refused refunds, chargebacks, payments that match nothing, refunds of two people.
import { expect, type Locator, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { expectLive, heading, resetSuppliers, tagPage } from '../stories/delivery.ts'
import { expectCodes, timeline } from '../stories/payment.ts'
import { sandbox, sandboxCommand } from '../stories/sandbox.ts'
import { choose, type Desk, openDesk, openTab, openTask, solve, submit, take } from './desk.ts'
import { because, expectStateAccessible } from './page.ts'
import { doneByOperators, expectSettled, moneyOf, moneyUnder } from './record.ts'
import {
	askProvider,
	bankRefuses,
	deliveredCodes,
	eventually,
	moneyWithoutOrder,
	noSupplierDelivers,
	patience,
	unpaidCodes,
} from './situations.ts'

test.setTimeout(300_000)
test.beforeEach(resetSuppliers)
test.afterEach(resetSuppliers)

const explain = (text: string) => (dialog: Locator) => because(dialog, text)

test('the bank refuses a refund: it is sent again once the bank takes it', async ({ page, browser }) => {
	const order = await bankRefuses(page)
	await tagPage(page)
	const desk = await openDesk(browser, page, 'finance')
	await openTask(desk, `заказ ${order}`, 'Вернуть может только человек')
	await fetch(`${sandbox}/control/faults`, { method: 'DELETE' })
	await solve(desk, 'Отправить ещё раз', explain('Банк починили'))
	await expect(timeline(page)).toContainText(/Вернули \d/, patience)
	await expectLive(page)
	await expectStateAccessible(page)
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 1, refunded: money.taken })
	await expectSettled(order, money)
})

test('a chargeback: it is booked already, and an operator has looked at it', { tag: '@nightly' }, async ({
	page,
	browser,
}) => {
	const { order, reference } = await deliveredCodes(page, 'payselection')
	await tagPage(page)
	await sandboxCommand('pay', { provider: 'payselection', reference, action: 'chargeback' })
	askProvider(order)
	const desk = await openDesk(browser, page, 'finance')
	await openTask(desk, `заказ ${order}`, 'Деньги ушли от провайдера без нас')
	await solve(desk, 'Разобрались', async (dialog) => {
		await because(dialog)
		await dialog.getByLabel('Что решили').fill('Спорить не будем')
	})
	await expect(timeline(page)).toContainText(/вернул вам \d/, patience)
	await expectLive(page)
	await expectStateAccessible(page)
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 0, chargedBack: money.taken })
	expect(sql(`select count(*) from payment_tasks where order_id = ${order} and closed_at is null`)).toBe('0')
	await expectSettled(order, money)
})

test('money that matches nothing: the operator finds its order, and the buyer gets the goods', {
	tag: '@nightly',
}, async ({ page, browser }) => {
	const { order, bill } = await unpaidCodes(page)
	await tagPage(page)
	const reference = await moneyWithoutOrder(bill)
	const desk = await openDesk(browser, page, 'finance')
	await openTask(desk, 'Не нашли, чей платёж')
	await solve(desk, 'Отнести к заказу', async (dialog) => {
		await dialog.getByRole('radio', { name: `заказ ${order}` }).check()
		await explain('Покупатель прислал чек')(dialog)
	})
	await expectCodes(page, 1)
	await expectLive(page)
	await expectStateAccessible(page)
	const money = await moneyUnder(reference)
	expect(money).toMatchObject({ payments: 1, refunds: 0 })
	expect((await moneyOf(order)).payments).toBe(0)
	expect(sql(`select order_id, decision from payment_notices where reference = '${reference}'`)).toBe(
		`${order}|matched`,
	)
	await expectSettled(order, money)
})

test('a refund above the limit: one person grants it, only another one sends it', async ({ page, browser }) => {
	const order = await noSupplierDelivers(page, '700200304', true)
	await tagPage(page)
	const first = await openDesk(browser, page, 'operator')
	await openTask(first, `заказ ${order}`, 'Ждёт поставщика')
	await solve(first, 'Вернуть деньги', explain('Поставщики лежат'))
	const grant = [`заказ ${order}`, 'Разрешён, не отправлен'] as const
	const own = await openTask(first, ...grant)
	await expect(own.getByRole('button', { name: 'Отправить возврат', exact: true })).toBeDisabled()
	await expect(own).toContainText('отправить должен другой человек')
	expect(await moneyOf(order)).toMatchObject({ refunds: 0, refunded: 0 })

	const second = await openDesk(browser, page, 'senior')
	await openTask(second, ...grant)
	await solve(second, 'Отправить возврат', explain('Проверила'))
	await expect(heading(page)).toHaveText('Доставить не получилось', patience)
	await expect(timeline(page)).toContainText(/Вернули \d/, patience)
	await expectLive(page)
	// One for each of the two lines.
	await eventually(`select count(*) from refunds where order_id = ${order} and status = 'done'`, '2')
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 2, refunded: money.taken })
	await expectSettled(order, money)
})

test('the browser is closed in the middle of a refund, and it is pressed again: one refund', {
	tag: '@nightly',
}, async ({ page, browser }) => {
	const order = await noSupplierDelivers(page, '700200305')
	await tagPage(page)
	const desk = await openDesk(browser, page, 'senior')
	const other = await openTab(desk)
	const way = 'Вернуть деньги'
	for (const tab of [desk, other]) {
		await openTask(tab, `заказ ${order}`, 'Ждёт поставщика')
		if (tab === desk) await take(tab)
		await choose(tab, way, explain('Поставщики лежат'))
	}
	const button = (tab: Desk) => submit(tab.page.getByRole('dialog', { name: way }), way)
	await Promise.all([desk.page.waitForRequest(/\/resolve\/$/), button(desk).click()])
	await desk.page.close()
	await expect(async () => {
		if (await button(other).isVisible()) await button(other).click({ timeout: 1_000 })
		expect(sql(`select count(*) from refunds where order_id = ${order}`)).not.toBe('0')
	}).toPass(patience)
	await expect(timeline(page)).toContainText(/Вернули \d/, patience)
	await expectLive(page)
	await eventually(`select string_agg(status, ',') from refunds where order_id = ${order}`, 'done')
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 1, refunded: money.taken })
	expect(doneByOperators(order, 'queue.resolve')).toBe(1)
	await expectSettled(order, money)
})
