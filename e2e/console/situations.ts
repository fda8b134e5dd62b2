// What goes wrong in a shop, made in the sandbox: each gives the number of the order an operator has to look at.
import { createHash } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { sql } from '../shop.ts'
import { buySupply, fillSupply, heading, pay, supplier, toPay } from '../stories/delivery.ts'
import { invoice, orderCodes, panel, payBy, sandboxAction } from '../stories/payment.ts'
import { sandbox, sandboxCommand } from '../stories/sandbox.ts'

/** Suppliers time out after seconds, and a busy machine takes its time. */
export const patience = { timeout: 90_000 }

/** Lets the provider be asked about all payments of an order, also about paid ones. */
export const askProvider = (order: number) =>
	sql(`insert into attempt_checks (attempt_id, provider, due_at) select id, provider, now() from payment_attempts where order_id = ${order}
		on conflict (attempt_id) do update set due_at = excluded.due_at, asked = attempt_checks.asked + 1`)

/** Stories run one at a time: the newest order is the one just made. */
export const newestOrder = () => Number(sql('select max(id) from orders'))

/** Waits until the database answers what is wanted. */
export async function eventually(query: string, wanted: string, timeout = patience.timeout): Promise<void> {
	await expect.poll(() => sql(query), { timeout }).toBe(wanted)
}

const fault = (provider: string, operation: string, kind: string, more: object) =>
	sandboxCommand('faults', { provider, operation, kind, ...more })

/** The supplier takes an order and never answers again. */
export async function supplierIsSilent(): Promise<void> {
	await fault('moogold', 'create', 'timeout_after_accept', { count: 1 })
	await fault('moogold', 'status', 'error_500', { percent: 100 })
	await sandboxCommand('supplier', { supplier: 'moogold', callbacks: 'lose', processing_ms: -1 })
}

/** What a supplier was asked for long ago becomes a task with the next question. */
export async function becomeOld(order: number): Promise<void> {
	const ofOrder = `unit_id in (select id from delivery_units where order_id = ${order})`
	await eventually(
		`select count(*) > 0 from delivery_attempts where ${ofOrder} and state in ('unknown', 'pending')`,
		't',
	)
	sql(`update delivery_attempts set created = created - interval '25 minutes' where ${ofOrder}`)
	wake(order)
	await eventually(`select count(*) from operator_tasks where order_id = ${order} and state = 'open'`, '1')
}

/** The order's workflow looks at it now, and not when its own delay ends. */
function wake(order: number): void {
	sql(`update delivery_units set news_at = now() - interval '1 minute' where order_id = ${order}`)
}

/** A paid order whose supplier is silent. */
export async function silentOrder(buyer: Page, player: string): Promise<number> {
	await supplierIsSilent()
	await buySupply(buyer, player)
	const order = newestOrder()
	await becomeOld(order)
	return order
}

/** A paid order of two: the supplier delivers one and keeps the other waiting. */
export async function halfDelivered(buyer: Page, player: string): Promise<number> {
	await sandboxCommand('supplier', { supplier: 'moogold', processing_ms: -1 })
	await fillSupply(buyer, player)
	await buyer
		.getByRole('button', { name: /^Прибавить/ })
		.first()
		.click()
	await expect(buyer.getByRole('spinbutton').first()).toHaveValue('2')
	await toPay(buyer)
	await pay(buyer)
	const order = newestOrder()
	const ofOrder = `unit_id in (select id from delivery_units where order_id = ${order})`
	await eventually(`select count(*) from delivery_attempts where ${ofOrder} and state = 'pending'`, '2')
	const key = sql(`select min(key) from delivery_attempts where ${ofOrder}`)
	await sandboxCommand('supply', { supplier: 'moogold', key, action: 'deliver' })
	await eventually(`select count(*) from delivery_units where order_id = ${order} and state = 'delivered'`, '1')
	await becomeOld(order)
	return order
}

/** No supplier answers: a paid order waits; a dear one costs more than an operator returns alone. */
export async function noSupplierDelivers(buyer: Page, player: string, isDear = false): Promise<number> {
	for (const name of ['moogold', 'gamesdrop']) await supplier(name, { down: true })
	await fillSupply(buyer, player)
	if (isDear) {
		await buyer
			.getByRole('button', { name: /^Прибавить/ })
			.nth(4)
			.click()
		await expect(buyer.getByRole('spinbutton').nth(4)).toHaveValue('1')
	}
	await toPay(buyer)
	await pay(buyer)
	const order = newestOrder()
	const held = `select coalesce(bool_and(held_until is not null), false) from delivery_units where order_id = ${order}`
	await eventually(held, 't')
	return order
}

/** No supplier can deliver, and the bank refuses to take the money back. */
export async function bankRefuses(buyer: Page): Promise<number> {
	await fault('tbank', 'refund', 'refuse', { percent: 100 })
	await fault('tbank', 'cancel', 'refuse', { percent: 100 })
	await buySupply(buyer, '700200666')
	const order = newestOrder()
	await eventually(`select status from refunds where order_id = ${order}`, 'refused')
	// The next refusal is the last one it waits for by itself.
	sql(`update refunds set round = 5 where order_id = ${order}`)
	wake(order)
	await eventually(`select status from refunds where order_id = ${order}`, 'manual')
	return order
}

/** A paid and delivered order of codes, open at the buyer's; gives its number and the reference of its payment. */
export async function deliveredCodes(buyer: Page, method: string): Promise<{ order: number; reference: string }> {
	const hash = await orderCodes(buyer, 1)
	await payBy(buyer, method)
	const provider = method.split('_')[0] ?? ''
	if (provider === 'tbank') await expect(panel(buyer)).toBeVisible()
	else await buyer.waitForURL((url) => url.origin === new URL(sandbox).origin)
	const { reference } = await sandboxAction(provider, 'pay')
	const order = newestOrder()
	await eventually(`select status from orders where id = ${order}`, 'done')
	await buyer.goto(`/ru/orders/${hash}/details`)
	await expect(heading(buyer)).toHaveText('Код ваш')
	return { order, reference }
}

interface Invoice {
	amount: string
	webhook_url: string
}

/** An order the buyer has not paid yet; gives its number and its invoice. */
export async function unpaidCodes(buyer: Page): Promise<{ order: number; bill: Invoice }> {
	await orderCodes(buyer, 1)
	await payBy(buyer, 'tbank_sbp')
	await expect(panel(buyer)).toBeVisible()
	return { order: newestOrder(), bill: (await invoice('tbank')) as unknown as Invoice }
}

/** The bank takes such a sum for the shop under a reference of no order; gives the reference. */
export async function moneyWithoutOrder({ amount, webhook_url }: Invoice): Promise<string> {
	const reference = `counter-${Date.now()}`
	const kopecks = Math.round(Number(amount) * 100)
	const opened = await tbank('Init', { OrderId: reference, Amount: kopecks, NotificationURL: webhook_url })
	await tbank('GetQr', { PaymentId: String(opened.PaymentId) })
	await sandboxCommand('pay', { provider: 'tbank', reference, action: 'pay' })
	return reference
}

/** Calls the bank as the shop's terminal does: the token is made of all fields and the password. */
async function tbank(call: string, fields: Record<string, string | number>): Promise<Record<string, unknown>> {
	const body: Record<string, string | number> = { ...fields, TerminalKey: process.env.LAREK_TBANK_TERMINAL ?? '' }
	const signed = Object.entries({ ...body, Password: process.env.LAREK_TBANK_PASSWORD ?? '' }).sort()
	const Token = createHash('sha256')
		.update(signed.map(([, value]) => value).join(''))
		.digest('hex')
	const response = await fetch(`${sandbox}/tbank/v2/${call}`, {
		method: 'POST',
		body: JSON.stringify({ ...body, Token }),
	})
	const answer = (await response.json()) as Record<string, unknown>
	expect(answer.Success, JSON.stringify(answer)).toBe(true)
	return answer
}
