// Deliveries that need a person: each is found in the console, ended on one screen, and followed live by the buyer.
import { expect, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { buySupply, expectLive, fault, goods, heading, resetSuppliers, supplier, tagPage } from '../stories/delivery.ts'
import { timeline } from '../stories/payment.ts'
import { end, openDesk, openTask, take } from './desk.ts'
import { expectAccessible, isPhone, listen } from './page.ts'
import {
	deliveredCodes,
	eventually,
	expectBooksBalance,
	halfDelivered,
	moneyOf,
	newestOrder,
	noSupplierDelivers,
	patience,
	silentOrder,
} from './situations.ts'

test.setTimeout(300_000)
test.beforeEach(resetAll)
test.afterEach(resetAll)

async function resetAll() {
	await resetSuppliers()
	await supplier('moogold', { down: false, processing_ms: 1000, callbacks: 'send' })
}

test('a supplier is silent: the operator delivers by hand, the buyer sees it at once', async ({ page, browser }) => {
	const order = await silentOrder(page, '700200301')
	await tagPage(page)
	const desk = await openDesk(browser, page, 'senior')
	const errors = listen(desk)
	const task = await openTask(desk, `заказ ${order}`)
	await expect(task).toContainText(String(order))
	await expectAccessible(desk)
	await take(desk)
	await end(desk, 'Доставлено', async (dialog) => {
		await dialog.getByLabel('Что получил покупатель').fill('Пополнили вручную, номер 55120')
		const risk = dialog.getByLabel('Понимаю риск и согласен')
		if (await risk.isVisible()) await risk.check()
	})
	await expect(heading(page)).toHaveText('Заказ доставлен', patience)
	await expectLive(page)
	expect(await moneyOf(order)).toMatchObject({ refunds: 0 })
	expect(sql(`select count(*) from audit where order_id = ${order} and action = 'queue.resolve'`)).toBe('1')
	expectBooksBalance()
	expect(errors).toEqual([])
})

test('one unit of two is delivered, the other is not: its money goes back', async ({ page, browser }) => {
	const order = await halfDelivered(page, '700200302')
	await tagPage(page)
	const desk = await openDesk(browser, page, 'admin')
	await openTask(desk, `заказ ${order}`)
	await take(desk)
	await end(desk, 'Вернуть деньги', async (dialog) => {
		await dialog.getByLabel('Пояснение').fill('MooGold не отвечает')
		const risk = dialog.getByLabel('Понимаю риск и согласен')
		if (await risk.isVisible()) await risk.check()
	})
	await expect(timeline(page)).toContainText(/Вернули \d/, patience)
	await expectLive(page)
	await eventually(`select status from refunds where order_id = ${order}`, 'done')
	const { taken, refunded, refunds } = await moneyOf(order)
	expect(refunds).toBe(1)
	expect(Number(refunded)).toBeGreaterThan(0)
	expect(Number(refunded)).toBeLessThan(Number(taken))
	expectBooksBalance()
})

test('a paid order no supplier can deliver: all of the money goes back', async ({ page, browser }) => {
	const order = await noSupplierDelivers(page, '700200303')
	await tagPage(page)
	const desk = await openDesk(browser, page, 'admin')
	await openTask(desk, `заказ ${order}`)
	await take(desk)
	await end(desk, 'Вернуть деньги', (dialog) => dialog.getByLabel('Пояснение').fill('Поставщики лежат'))
	await expect(heading(page)).toHaveText('Доставить не получилось', patience)
	await expect(timeline(page)).toContainText(/Вернули \d/, patience)
	await expectLive(page)
	const { taken, refunded, refunds } = await moneyOf(order)
	expect([refunded, refunds]).toEqual([taken, 1])
	expectBooksBalance()
})

test('a wrong id: the operator corrects it, and the goods arrive', async ({ page, browser }) => {
	for (const name of ['moogold', 'gamesdrop']) await fault(name, 'check', 5)
	await buySupply(page, '700777404')
	const order = newestOrder()
	await tagPage(page)
	await expect(heading(page)).toHaveText('Проверьте данные', patience)
	const desk = await openDesk(browser, page, 'senior')
	await desk.goto('/console/orders?problem=wrong_details')
	await desk.getByRole('link', { name: String(order) }).click()
	await expect(desk.getByRole('heading', { level: 1 })).toHaveText(`Заказ ${order}`)
	await expectAccessible(desk)
	if (isPhone(desk)) await desk.getByRole('button', { name: 'Действия', exact: true }).click()
	await desk.getByRole('button', { name: 'Исправить данные…' }).last().click()
	const dialog = desk.getByRole('dialog')
	await dialog.getByLabel('ID игрока').fill('700777456')
	await dialog.getByRole('button', { name: 'Исправить и отправить' }).click()
	await expect(dialog).toBeHidden({ timeout: 30_000 })
	await expect(heading(page)).toHaveText('Заказ доставлен', patience)
	await expect(goods(page)).toContainText('ID 700777456')
	await expectLive(page)
	expectBooksBalance()
})

test('a lost code: it is replaced, and the buyer has the new one', async ({ page, browser }) => {
	const { order } = await deliveredCodes(page, 'tbank_sbp')
	const before = sql(`select c.id from codes c join order_lines l on l.id = c.line_id where l.order_id = ${order}`)
	const desk = await openDesk(browser, page, 'senior')
	await desk.goto(`/console/orders/${order}`)
	if (isPhone(desk)) await desk.getByRole('button', { name: 'Действия', exact: true }).click()
	await desk.getByRole('button', { name: 'Заменить код…' }).last().click()
	const dialog = desk.getByRole('dialog')
	await dialog.getByRole('radio').first().check()
	await dialog.getByLabel('Пояснение').fill('Покупатель прислал снимок ошибки')
	await dialog.getByRole('button', { name: 'Заменить', exact: true }).click()
	await expect(dialog).toBeHidden({ timeout: 30_000 })
	expect(sql(`select state from codes where id = ${before}`)).toBe('void')
	await eventually(
		`select count(*) from codes c join order_lines l on l.id = c.line_id where l.order_id = ${order} and c.state = 'given'`,
		'1',
	)
	expectBooksBalance()
})
