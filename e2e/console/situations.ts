// What goes wrong in a shop, made in the sandbox: each gives the number of the order an operator has to look at.
import { expect, type Page } from '@playwright/test'
import { sql } from '../shop.ts'
import { buySupply, fillSupply, pay, supplier, toPay } from '../stories/delivery.ts'
import { invoice, orderCodes, panel, payBy, sandboxAction } from '../stories/payment.ts'
import { sandbox, sandboxCommand } from '../stories/sandbox.ts'

/** Suppliers time out after seconds, and a busy machine takes its time. */
export const patience = { timeout: 90_000 }

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
	await eventually(`select count(*) > 0 from delivery_attempts where ${ofOrder} and state in ('unknown', 'pending')`, 't')
	sql(`update delivery_attempts set created = created - interval '25 minutes' where ${ofOrder}`)
	await eventually(`select count(*) from operator_tasks where order_id = ${order} and state = 'open'`, '1')
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

/** No supplier answers: a paid order waits. */
export async function noSupplierDelivers(buyer: Page, player: string): Promise<number> {
	for (const name of ['moogold', 'gamesdrop']) await supplier(name, { down: true })
	await buySupply(buyer, player)
	const order = newestOrder()
	await eventually(`select count(*) from delivery_units where order_id = ${order} and held_until is not null`, '1')
	return order
}

/** No supplier can deliver, and the bank refuses to take the money back. */
export async function bankRefuses(buyer: Page): Promise<number> {
	await fault('tbank', 'refund', 'refuse', { percent: 100 })
	await fault('tbank', 'cancel', 'refuse', { percent: 100 })
	await buySupply(buyer, '700200666')
	const order = newestOrder()
	// After its last try it waits for an operator.
	await eventually(`select status from refunds where order_id = ${order}`, 'manual', 180_000)
	return order
}

/** A paid and delivered order of codes; gives its number and the reference of its payment. */
export async function deliveredCodes(buyer: Page, method: string): Promise<{ order: number; reference: string }> {
	await orderCodes(buyer, 1)
	await payBy(buyer, method)
	const provider = method.split('_')[0] ?? ''
	if (provider === 'tbank') await expect(panel(buyer)).toBeVisible()
	const { reference } = await sandboxAction(provider, 'pay')
	const order = newestOrder()
	await eventually(`select status from orders where id = ${order}`, 'done')
	return { order, reference }
}

/** Money arrives under a reference of no order. */
export async function moneyWithoutOrder(): Promise<void> {
	const { reference } = await invoice('tbank')
	await sandboxCommand('forge', { provider: 'tbank', reference, what: 'unknown_order', signed: true })
	await eventually(`select count(*) > 0 from payment_notices where order_id is null and decision is null`, 't')
}

interface Total {
	reference: string
	taken: string
	refunded: string
	refunds: number
}

/** What the provider's own record says about the money of an order's payment. */
export async function moneyOf(order: number): Promise<Total> {
	const reference = sql(`select reference from payment_attempts where order_id = ${order} order by id desc limit 1`)
	const response = await fetch(`${sandbox}/control/record?reference=${reference}&list=0`)
	const { totals } = (await response.json()) as { totals: Total[] }
	const found = totals.find((one) => one.reference === reference)
	if (!found) throw new Error(`the sandbox knows no payment ${reference}`)
	return found
}

/** How many units of an order suppliers themselves say they delivered. */
export async function handedBySuppliers(order: number): Promise<number> {
	const keys = sql(
		`select key from delivery_attempts where unit_id in (select id from delivery_units where order_id = ${order})`,
	)
	const counts = await Promise.all(
		keys
			.split('\n')
			.filter(Boolean)
			.map(async (key) => {
				const response = await fetch(`${sandbox}/control/record?reference=${key}&list=0`)
				const { handed } = (await response.json()) as { handed: unknown[] | null }
				return handed?.length ?? 0
			}),
	)
	return counts.reduce((sum, count) => sum + count, 0)
}

/** Every entry of the books sums to zero. */
export function expectBooksBalance(): void {
	const wrong = 'select 1 from ledger_postings group by group_id, currency having sum(amount) <> 0'
	expect(sql(`select count(*) from (${wrong}) as wrong`)).toBe('0')
}
