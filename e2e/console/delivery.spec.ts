// Deliveries that need a person: each is found in the queue, ended on its screen, and followed live by the buyer.
import { expect, type Locator, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { buySupply, expectLive, fault, goods, heading, resetSuppliers, supplier, tagPage } from '../stories/delivery.ts'
import { timeline } from '../stories/payment.ts'
import { openDesk, openTask, solve } from './desk.ts'
import { because, expectStateAccessible } from './page.ts'
import { doneByOperators, expectSettled, handedBySuppliers, moneyOf } from './record.ts'
import { deliveredCodes, halfDelivered, newestOrder, noSupplierDelivers, patience, silentOrder } from './situations.ts'

test.setTimeout(300_000)
test.beforeEach(resetSuppliers)
test.afterEach(resetSuppliers)

/** The way that takes money from the shop: a reason, and consent if the supplier may still deliver. */
const explain = (text: string) => async (dialog: Locator) => {
	await because(dialog, text)
	const risk = dialog.getByLabel('Понимаю риск и согласен')
	if (await risk.isVisible()) await risk.check()
}

test('a supplier is silent: the operator delivers by hand, the buyer sees it at once', async ({ page, browser }) => {
	const order = await silentOrder(page, '700200301')
	await tagPage(page)
	const desk = await openDesk(browser, page, 'senior')
	await openTask(desk, `заказ ${order}`, 'Поставщик молчит')
	await solve(desk, 'Доставлено', async (dialog) => {
		await dialog.getByLabel('Что получил покупатель').fill('Пополнили вручную, номер 55120')
		await explain('Проверили в игре')(dialog)
	})
	await expect(heading(page)).toHaveText('Заказ доставлен', patience)
	await expectLive(page)
	await expectStateAccessible(page)
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 0 })
	expect(await handedBySuppliers(order)).toBe(0)
	expect(doneByOperators(order, 'queue.resolve')).toBe(1)
	await expectSettled(order, money)
})

test('one unit of two is delivered, the other is not: its money goes back', { tag: '@nightly' }, async ({
	page,
	browser,
}) => {
	const order = await halfDelivered(page, '700200302')
	await tagPage(page)
	const desk = await openDesk(browser, page, 'senior')
	await openTask(desk, `заказ ${order}`, 'Поставщик молчит')
	await solve(desk, 'Вернуть деньги', explain('MooGold не отвечает'))
	await expect(timeline(page)).toContainText(/Вернули \d/, patience)
	await expectLive(page)
	await expectStateAccessible(page)
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 1, refunded: Math.round(money.taken / 2) })
	expect(await handedBySuppliers(order)).toBe(1)
	await expectSettled(order, money)
})

test('a paid order no supplier can deliver: all of the money goes back', { tag: '@nightly' }, async ({
	page,
	browser,
}) => {
	const order = await noSupplierDelivers(page, '700200303')
	await tagPage(page)
	const desk = await openDesk(browser, page, 'senior')
	await openTask(desk, `заказ ${order}`, 'Ждёт поставщика')
	await solve(desk, 'Вернуть деньги', explain('Поставщики лежат'))
	await expect(heading(page)).toHaveText('Доставить не получилось', patience)
	await expect(timeline(page)).toContainText(/Вернули \d/, patience)
	await expectLive(page)
	await expectStateAccessible(page)
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 1, refunded: money.taken })
	expect(await handedBySuppliers(order)).toBe(0)
	await expectSettled(order, money)
})

test('a wrong id: the operator corrects it, and the goods arrive', { tag: '@nightly' }, async ({ page, browser }) => {
	for (const name of ['moogold', 'gamesdrop']) await fault(name, 'check', 5)
	await buySupply(page, '700777404')
	const order = newestOrder()
	await tagPage(page)
	await expect(heading(page)).toHaveText('Проверьте данные', patience)
	// The buyer has had a quarter of an hour to do it.
	sql(`update orders set due_at = due_at - interval '16 minutes' where id = ${order}`)
	const desk = await openDesk(browser, page, 'senior')
	await openTask(desk, `заказ ${order}`, 'Поставщик не принял данные')
	await solve(desk, 'Исправить данные', async (dialog) => {
		await dialog.getByLabel('ID игрока').fill('700777456')
		await explain('Покупатель прислал другой')(dialog)
	})
	await expect(heading(page)).toHaveText('Заказ доставлен', patience)
	await expect(goods(page)).toContainText('ID 700777456')
	await expectLive(page)
	await expectStateAccessible(page)
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 0 })
	expect(await handedBySuppliers(order)).toBe(1)
	await expectSettled(order, money)
})

test('a lost code: it is replaced, and the buyer has the new one', { tag: '@nightly' }, async ({ page, browser }) => {
	const { order } = await deliveredCodes(page, 'tbank_sbp')
	const given = () =>
		sql(
			`select c.id from codes c join order_lines l on l.id = c.line_id where l.order_id = ${order} and c.state = 'given'`,
		)
	const before = given()
	await page.getByText('Код не подошёл').click()
	await page.getByLabel('Что пишет игра?').fill('Код уже активирован')
	await page.getByRole('button', { name: 'Сообщить' }).click()
	await expect(goods(page)).toContainText('Проверяем код', patience)
	await expectStateAccessible(page)
	await tagPage(page)
	const desk = await openDesk(browser, page, 'senior')
	await openTask(desk, `заказ ${order}`, 'Код уже активирован')
	await solve(desk, 'Заменить код', explain('Поставщик подтвердил'))
	await expect(goods(page)).toContainText('Код заменён', patience)
	await expectLive(page)
	expect(sql(`select state from codes where id = ${before}`)).toBe('void')
	expect(given()).not.toBe(before)
	const money = await moneyOf(order)
	expect(money).toMatchObject({ payments: 1, refunds: 0 })
	await expectSettled(order, money)
})
