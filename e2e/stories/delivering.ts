// What the delivery stories do over and over: order goods of every kind, be a supplier, an operator or a signed-in buyer.
import { execFileSync } from 'node:child_process'
import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign } from 'node:crypto'
import { AxeBuilder } from '@axe-core/playwright'
import { type BrowserContext, expect, type Page } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'
import { atBank, hashOf, panel, payBy, timeline } from './paying.ts'

const sandbox = process.env.SANDBOX_URL ?? ''

async function control(path: string, body: object): Promise<void> {
	const response = await fetch(`${sandbox}/control/${path}`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify(body),
	})
	expect(response.status, await response.text()).toBeLessThan(300)
}

/** Changes how a supplier behaves, e.g. `{ down: true }`. */
export const supplier = (name: string, change: object) => control('supplier', { supplier: name, ...change })

/** Makes the next calls of an operation fail. */
export const fault = (provider: string, operation: string, count: number) =>
	control('faults', { provider, operation, kind: 'error_500', count })

/** Everybody is well again, for us too: the shop passes by for a while whoever has failed it. */
export async function allWell(): Promise<void> {
	await fetch(`${sandbox}/control/faults`, { method: 'DELETE' })
	for (const name of ['moogold', 'gamesdrop', 'nsgifts', 'rokky']) await supplier(name, { down: false })
	sql('delete from supplier_health')
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
	await page
		.getByRole('button', { name: /^(Проверить и оплатить|Оплатить)$/ })
		.filter({ visible: true })
		.click()
	await page.getByRole('button', { name: 'Всё верно, к оплате' }).click()
}

/** Fills the form of Standoff 2, with a picture of the account. */
export async function fillLot(page: Page): Promise<void> {
	await page.goto('/ru/games/2')
	await page
		.getByRole('button', { name: /^Прибавить/ })
		.first()
		.click()
	// By now the page is awake and notices a file.
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

/** Pays and comes to the order page by itself. */
export async function pay(page: Page): Promise<void> {
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await atBank('tbank', 'pay')
	await page.waitForURL(/\/details$/)
	await expect(timeline(page)).toContainText('Деньги получены', { timeout: 20_000 })
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })
export const goods = (page: Page) => page.getByRole('region', { name: 'Покупка' })
/** Suppliers take a second or two, and the shop asks when they call. */
export const soon = { timeout: 30_000 }

/** A page that was reloaded forgets this. */
export async function mark(page: Page): Promise<void> {
	await page.evaluate(() => Object.assign(window, { marked: true }))
}

/** Everything since came to the page live. */
export async function expectLive(page: Page): Promise<void> {
	expect(await page.evaluate(() => 'marked' in window)).toBe(true)
}

/** What comes and goes with an order is on no page the general check opens. */
export async function expectAxe(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).analyze()
	expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

const seedOfEd25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

/** Signs a new buyer in, in all pages of the context; gives the buyer's number. */
export async function signIn(context: BrowserContext, nickname: string): Promise<number> {
	const id = Number(sql(`insert into users (nickname, created) values ('${nickname}', now()) returning id`))
	const access = accessToken(id)
	await context.addCookies([{ name: 'access', value: access, url: shopUrl, sameSite: 'Lax' }])
	return id
}

/** What the API itself would give to somebody who has signed in. */
function accessToken(user: number): string {
	const derive = (from: Buffer, purpose: string) => Buffer.from(hkdfSync('sha256', from, '', `larek/${purpose}`, 32))
	const secret = Buffer.from(process.env.LAREK_SECRET ?? '', 'base64')
	const seed = derive(derive(secret, 'token'), 'access')
	const key = createPrivateKey({ key: Buffer.concat([seedOfEd25519, seed]), format: 'der', type: 'pkcs8' })
	const point = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
	const kid = createHash('sha256').update(point).digest('hex').slice(0, 8)
	const now = Math.floor(Date.now() / 1000)
	const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
	const text = `${part({ alg: 'EdDSA', typ: 'JWT', kid })}.${part({ iss: 'larek', sub: String(user), iat: now, exp: now + 900 })}`
	return `${text}.${sign(null, Buffer.from(text), key).toString('base64url')}`
}
