// Helpers of the delivery stories: order goods of every kind, act as a supplier, an operator or a signed-in buyer.
import { execFileSync } from 'node:child_process'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'
import { accessToken } from './access-token.ts'
import { hashOf, panel, payBy, sandboxAction, timeline } from './payment.ts'
import { sandbox, sandboxCommand } from './sandbox.ts'

export { expectStateAccessible, heading } from './page.ts'

/** Changes how a supplier behaves, e.g. `{ down: true }`. */
export const supplier = (name: string, change: object) => sandboxCommand('supplier', { supplier: name, ...change })

/** Makes the next calls of an operation fail. */
export const fault = (provider: string, operation: string, count: number) =>
	sandboxCommand('faults', { provider, operation, kind: 'error_500', count })

/** All suppliers work again, also for the shop, which skips one that has failed for a while. */
export async function resetSuppliers(): Promise<void> {
	await fetch(`${sandbox}/control/faults`, { method: 'DELETE' })
	for (const name of ['moogold', 'gamesdrop', 'nsgifts', 'rokky'])
		await supplier(name, { down: false, processing_ms: 1000, callbacks: 'send' })
	sql('delete from supplier_health')
	// Without its row a supplier is not asked again whether it serves these.
	sql('delete from unavailable_goods')
}

/** The shop's own commands, with its settings. */
export function larek(...args: string[]): string {
	const bin = new URL('../../.dev/bin/larek', import.meta.url).pathname
	return execFileSync(bin, args, { encoding: 'utf8' })
}

export const email = 'pokupatel@example.ru'

/** From the filled form over the sheet to the pay page; gives the order's hash. */
export async function toPay(page: Page): Promise<string> {
	await submit(page)
	await page.waitForURL(/\/ru\/orders\/[0-9A-Za-z]{26}\/pay$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Чем платим')
	return hashOf(page)
}

/** As far as the shop's answer to the confirmed order. */
export async function submit(page: Page): Promise<void> {
	await orderButton(page, /^(Проверить и оплатить|Оплатить)$/).click()
	await page.getByRole('button', { name: 'Всё верно, к оплате' }).click()
}

/** Of the two buttons that send the order form, the one in sight. */
export const orderButton = (page: Page, name: string | RegExp) =>
	page.getByRole('button', { name }).filter({ visible: true })

/** Fills the form of Standoff 2, with a picture of the account. */
export async function fillLot(page: Page): Promise<void> {
	await page.goto('/ru/games/2')
	await page
		.getByRole('button', { name: /^Прибавить/ })
		.first()
		.click()
	// By now the page is hydrated and notices a file.
	await expect(page.getByRole('spinbutton').first()).toHaveValue('1')
	await page.getByLabel('ID аккаунта').fill('12345678')
	await page.getByLabel('Эл. почта').fill(email)
	await page
		.locator('input[type=file]')
		.setInputFiles(new URL('../../web/public/icon-180.png', import.meta.url).pathname)
	await page.getByRole('button', { name: 'Готово' }).click()
}

/** Fills the form of Genshin Impact, whose goods two suppliers have. */
export async function fillSupply(page: Page, player: string): Promise<void> {
	await page.goto('/ru/games/5')
	await page
		.getByRole('button', { name: /^Прибавить/ })
		.first()
		.click()
	await page.getByLabel('ID игрока', { exact: true }).fill(player)
	await page.getByLabel('Сервер', { exact: true }).selectOption({ index: 1 })
	const mail = page.getByLabel('Эл. почта')
	if (await mail.isVisible()) await mail.fill(email)
}

/** Orders the goods of fillSupply and pays for them. */
export async function buySupply(page: Page, player: string): Promise<void> {
	await fillSupply(page, player)
	await toPay(page)
	await pay(page)
}

/** Pays and comes to the order page by itself. */
export async function pay(page: Page): Promise<void> {
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await page.waitForURL(/\/details$/)
	await expect(timeline(page)).toContainText('Деньги получены', { timeout: 20_000 })
}

export const goods = (page: Page) => page.getByRole('region', { name: 'Покупка' })
/** Suppliers take a second or two, and the shop asks when they call. */
export const soon = { timeout: 30_000 }

/** Marks the page; a reload removes the mark. */
export async function tagPage(page: Page): Promise<void> {
	await page.evaluate(() => Object.assign(window, { marked: true }))
}

/** The page was not reloaded: all updates since came live. */
export async function expectLive(page: Page): Promise<void> {
	expect(await page.evaluate(() => 'marked' in window)).toBe(true)
}

/** Signs a new buyer in, in all pages of the context; gives the buyer's number. */
export async function signIn(context: BrowserContext, nickname: string): Promise<number> {
	const id = Number(sql(`insert into users (nickname, created) values ('${nickname}', now()) returning id`))
	const access = accessToken(id)
	await context.addCookies([{ name: 'access', value: access, url: shopUrl, sameSite: 'Lax' }])
	return id
}
