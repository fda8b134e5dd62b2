// What stories compare with: the records of banks and suppliers, and the shop's books.
import { expect } from '@playwright/test'
import { sql } from '../shop.ts'
import { sandbox } from '../stories/sandbox.ts'

/** Money in kopecks, and how often it moved. */
interface Money {
	payments: number
	taken: number
	refunds: number
	refunded: number
	chargedBack: number
}

interface SandboxRecord {
	totals: {
		reference: string
		payments: number
		taken: string
		refunds: number
		refunded: string
		charged_back: string
	}[]
	handed: { units: number }[]
}

async function recordOf(reference: string): Promise<SandboxRecord> {
	const response = await fetch(`${sandbox}/control/record?reference=${reference}&list=0`)
	return (await response.json()) as SandboxRecord
}

const kopecks = (sum: string) => Math.round(Number(sum) * 100)

/** What the provider's own record says about payments under these references. */
export async function moneyUnder(...references: string[]): Promise<Money> {
	const sum: Money = { payments: 0, taken: 0, refunds: 0, refunded: 0, chargedBack: 0 }
	for (const reference of references) {
		for (const one of (await recordOf(reference)).totals.filter((total) => total.reference === reference)) {
			sum.payments += one.payments
			sum.taken += kopecks(one.taken)
			sum.refunds += one.refunds
			sum.refunded += kopecks(one.refunded)
			sum.chargedBack += kopecks(one.charged_back)
		}
	}
	return sum
}

const lines = (text: string) => text.split('\n').filter(Boolean)

/** The same about the money of an order. */
export const moneyOf = (order: number): Promise<Money> =>
	moneyUnder(...lines(sql(`select reference from payment_attempts where order_id = ${order}`)))

/** How many units of an order suppliers themselves say they delivered. */
export async function handedBySuppliers(order: number): Promise<number> {
	const units = `select id from delivery_units where order_id = ${order}`
	const keys = lines(sql(`select key from delivery_attempts where unit_id in (${units})`))
	const records = await Promise.all(keys.map(recordOf))
	return records.flatMap(({ handed }) => handed ?? []).reduce((sum, one) => sum + one.units, 0)
}

/**
 * The books say about an order what the provider says about its money: the provider has as much of it as we think, and we
 * owe the buyer nothing.
 */
export async function expectSettled(order: number, { taken, refunded, chargedBack }: Money): Promise<void> {
	const balance = (account: string) => `(sum(p.amount) filter (where p.account like '${account}') * 100)::bigint`
	const booked = () =>
		sql(`select coalesce(${balance('provider:%')}, 0), coalesce(${balance('orders')}, 0)
			from ledger_groups g join ledger_postings p on p.group_id = g.id where g.order_id = ${order}`)
	await expect.poll(booked, { timeout: 20_000 }).toBe(`${taken - refunded - chargedBack}|0`)
	const wrong = 'select from ledger_postings group by group_id, currency having sum(amount) <> 0'
	expect(sql(`select count(*) from (${wrong}) as wrong`)).toBe('0')
}

/** How often operators did this with an order. */
export const doneByOperators = (order: number, action: string): number =>
	Number(sql(`select count(*) from audit where order_id = ${order} and action = '${action}'`))
