// A day of the shop for its pictures: orders that went well, and one of everything that waits for a person.
import type { Browser, Page } from '@playwright/test'
import { shopUrl, sql } from '../../shop.ts'
import { buySupply, fault, fillLot, pay, resetSuppliers, supplier, toPay } from '../../stories/delivery.ts'
import { orderCodes, payBy } from '../../stories/payment.ts'
import { sandbox, sandboxCommand } from '../../stories/sandbox.ts'
import {
	askProvider,
	bankRefuses,
	deliveredCodes,
	eventually,
	halfDelivered,
	newestOrder,
	noSupplierDelivers,
	silentOrder,
} from '../situations.ts'

export interface Day {
	/** One of two units is delivered, the supplier keeps silent about the other. */
	half: number
	/** Codes the buyer has. */
	codes: number
	/** Sold nowhere at the moment. */
	held: number
}

/** Orders a code and chooses a method; gives the order and the reference of its payment. */
async function startPayment(buyer: Page, method: string): Promise<{ order: number; reference: string }> {
	await orderCodes(buyer, 1)
	await payBy(buyer, method)
	const order = newestOrder()
	const ofOrder = `from payment_attempts where order_id = ${order} and status = 'pending'`
	await eventually(`select count(*) > 0 ${ofOrder}`, 't')
	return { order, reference: sql(`select reference ${ofOrder}`) }
}

async function chargeback(buyer: Page): Promise<void> {
	const { order, reference } = await startPayment(buyer, 'payselection')
	await sandboxCommand('pay', { provider: 'payselection', reference, action: 'pay' })
	await eventually(`select status from orders where id = ${order}`, 'done')
	await sandboxCommand('pay', { provider: 'payselection', reference, action: 'chargeback' })
	askProvider(order)
	await eventually(`select count(*) from payment_tasks where order_id = ${order} and closed_at is null`, '1')
}

/** Money under a reference of no order. */
async function strayMoney(buyer: Page): Promise<void> {
	const { reference } = await startPayment(buyer, 'payselection')
	await sandboxCommand('forge', { provider: 'payselection', reference, what: 'unknown_order', signed: true })
	await eventually('select count(*) > 0 from payment_notices where order_id is null and decision is null', 't')
}

async function wrongPlayer(buyer: Page): Promise<void> {
	for (const name of ['moogold', 'gamesdrop']) await fault(name, 'check', 5)
	await buySupply(buyer, '700777404')
	const order = newestOrder()
	await eventually(`select count(*) from delivery_units where order_id = ${order} and state = 'wrong_details'`, '1')
}

/** Runs the day; the shop is left with no supplier that answers, so that what waits goes on waiting. */
export async function liveADay(browser: Browser): Promise<Day> {
	/** A buyer with a browser of their own: the shop remembers what was typed in another. */
	async function asBuyer<Result>(buy: (buyer: Page) => Promise<Result>): Promise<Result> {
		const context = await browser.newContext({ baseURL: shopUrl, locale: 'ru-RU', ignoreHTTPSErrors: true })
		const buyer = await context.newPage()
		buyer.setDefaultTimeout(90_000)
		const result = await buy(buyer)
		await context.close()
		return result
	}
	await resetSuppliers()
	const { order: codes } = await asBuyer((buyer) => deliveredCodes(buyer, 'tbank_sbp'))
	await asBuyer((buyer) => buySupply(buyer, '700200301'))
	await eventually(`select status from orders where id = ${newestOrder()}`, 'done')
	await asBuyer(async (buyer) => {
		await fillLot(buyer)
		await toPay(buyer)
		await pay(buyer)
	})
	await asBuyer(chargeback)
	await asBuyer(strayMoney)
	await asBuyer(wrongPlayer)
	await asBuyer(bankRefuses)
	await fetch(`${sandbox}/control/faults`, { method: 'DELETE' })
	const half = await asBuyer((buyer) => halfDelivered(buyer, '700200301'))
	await asBuyer((buyer) => silentOrder(buyer, '700200304'))
	const held = await asBuyer((buyer) => noSupplierDelivers(buyer, '700200305'))
	return { half, codes, held }
}
