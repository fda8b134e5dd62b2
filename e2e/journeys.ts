// The screens that are only reached by buying or signing in, and how a visitor gets to each.
import type { BrowserContext, Page } from '@playwright/test'
import { shopUrl, sql } from './shop.ts'
import {
	buySupply,
	email,
	fault,
	fillLot,
	heading,
	pay,
	resetSuppliers,
	signIn,
	supplier,
	toPay,
} from './stories/delivery.ts'
import { expectCodes, orderCodes, panel, payBy, sandboxAction } from './stories/payment.ts'
import { sheetOf, signInButton } from './stories/signin.ts'

type Journey = (page: Page, context: BrowserContext) => Promise<unknown>

const titled = (page: Page, text: string) => heading(page).filter({ hasText: text }).waitFor()

async function delivered(page: Page): Promise<void> {
	await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await panel(page).waitFor()
	await sandboxAction('tbank', 'pay')
	await expectCodes(page)
}

/** A visitor who chose another country. */
const from = (context: BrowserContext, country: string) =>
	context.addCookies([{ name: 'country', value: country, url: shopUrl, sameSite: 'Lax' }])

/** An order of 777 rubles for Steam, made as the form does; comes to its pay page. */
async function orderSteam(page: Page): Promise<void> {
	const wish = { amount: '777.00', steam_account_id: 'night_kiosk', email }
	const made = await page.request.post('/api/orders/steam/', { data: wish })
	const { hash } = (await made.json()) as { hash: string }
	await page.goto(`/ru/orders/${hash}/pay`)
}

export const journeys: Record<string, Journey> = {
	'sign-in': async (page) => {
		await page.goto('/ru')
		await signInButton(page).click()
		await sheetOf(page).waitFor()
	},
	pay: (page) => orderCodes(page),
	'pay-qr': async (page) => {
		await orderCodes(page)
		await payBy(page, 'tbank_sbp')
		await page.getByRole('region', { name: 'Что делать дальше' }).waitFor()
	},
	'pay-card': async (page) => {
		await orderCodes(page)
		await payBy(page, 'payin_p2p')
		await panel(page).waitFor()
	},
	'order-codes': delivered,
	'order-wrong-id': async (page) => {
		await resetSuppliers()
		for (const name of ['moogold', 'gamesdrop']) await fault(name, 'check', 5)
		await buySupply(page, '700777404')
		await titled(page, 'Проверьте данные')
	},
	'order-lot': async (page) => {
		await fillLot(page)
		await toPay(page)
		await pay(page)
		await titled(page, 'Ждём ваш лот')
	},
	'order-refunded': async (page) => {
		await resetSuppliers()
		await buySupply(page, '700200666') // an id no supplier can serve
		await titled(page, 'Доставить не получилось')
		await page.getByText(/^Вернули .+ На карту/).waitFor()
	},
	'order-steam': async (page) => {
		await resetSuppliers()
		await orderSteam(page)
		await pay(page)
		await titled(page, 'Кошелёк пополнен')
	},
	'order-held': async (page) => {
		await resetSuppliers()
		for (const name of ['moogold', 'gamesdrop']) await supplier(name, { down: true })
		await buySupply(page, '700777405')
		await titled(page, 'Ждём поставщика')
		await resetSuppliers()
	},
	'order-free': async (page) => {
		sql(`insert into promo_codes (code, kind, percent, goods, valid_from, per_buyer_limit, created)
			values ('DAROM', 'public', 100, 'all', now(), 1000, now()) on conflict do nothing`)
		await orderCodes(page)
		await page.getByText('Есть промокод').click()
		await page.getByLabel('Промокод').fill('DAROM')
		await page.getByRole('button', { name: 'Применить' }).click()
		await page.locator('input[name=method][value=free]').waitFor({ state: 'attached' })
	},
	'pay-kz': async (page, context) => {
		await from(context, 'KZ')
		await orderSteam(page)
	},
	'pay-uz': async (page, context) => {
		await from(context, 'UZ')
		await orderSteam(page)
	},
	'game-kz': async (page, context) => {
		await from(context, 'KZ')
		await page.goto('/ru/games/1')
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
