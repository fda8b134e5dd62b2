// The screens nobody sees without buying or signing in: how a visitor comes to each.
import type { BrowserContext, Page } from '@playwright/test'
import { allWell, fault, fillLot, fillSupply, heading, pay, signIn, toPay } from './stories/delivering.ts'
import { atBank, expectCodes, orderCodes, panel, payBy } from './stories/paying.ts'
import { door, sheetOf } from './stories/signing.ts'

type Journey = (page: Page, context: BrowserContext) => Promise<unknown>

const titled = (page: Page, text: string) => heading(page).filter({ hasText: text }).waitFor()

async function delivered(page: Page): Promise<void> {
	await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await panel(page).waitFor()
	await atBank('tbank', 'pay')
	await expectCodes(page)
}

export const journeys: Record<string, Journey> = {
	'sign-in': async (page) => {
		await page.goto('/ru')
		await door(page).click()
		await sheetOf(page).waitFor()
	},
	pay: (page) => orderCodes(page),
	'pay-qr': async (page) => {
		await orderCodes(page)
		await payBy(page, 'tbank_sbp')
		await page.getByRole('img', { name: 'QR-код для оплаты' }).waitFor()
	},
	'pay-card': async (page) => {
		await orderCodes(page)
		await payBy(page, 'payin_p2p')
		await panel(page).waitFor()
	},
	'order-codes': delivered,
	'order-wrong-id': async (page) => {
		await allWell()
		for (const name of ['moogold', 'gamesdrop']) await fault(name, 'check', 5)
		await fillSupply(page, '700777404')
		await toPay(page)
		await pay(page)
		await titled(page, 'Проверьте данные')
	},
	'order-lot': async (page) => {
		await fillLot(page)
		await toPay(page)
		await pay(page)
		await titled(page, 'Ждём ваш лот')
	},
	'order-refunded': async (page) => {
		await allWell()
		await fillSupply(page, '700200666') // an id no supplier can serve
		await toPay(page)
		await pay(page)
		await titled(page, 'Доставить не получилось')
		await page.getByText(/^Вернули .+ На карту/).waitFor()
	},
	orders: async (page) => {
		await delivered(page)
		await page.goto('/ru/orders')
	},
	profile: async (page, context) => {
		await signIn(context, 'Полуночник')
		await page.goto('/ru/profile')
		await titled(page, 'Полуночник')
	},
	settings: async (page, context) => {
		await signIn(context, 'Полуночник')
		await page.goto('/ru/profile/settings')
		await titled(page, 'Полуночник')
	},
}
