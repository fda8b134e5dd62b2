// What the pay stories do over and over: order as a guest, choose a way to pay, and be the buyer's bank.
import { expect, type Page } from '@playwright/test'

const sandbox = process.env.SANDBOX_URL ?? process.env.LAREK_SANDBOX_ORIGIN ?? ''

/** Orders 660 UC without an account and comes to the pay page; gives the order's hash. */
export async function orderCodes(page: Page, quantity = 2): Promise<string> {
	await page.goto('/ru/games/1')
	const more = page.getByRole('button', { name: 'Прибавить: 660 UC' })
	for (let n = 0; n < quantity; n++) await more.click()
	await page.getByLabel('Эл. почта').fill('pokupatel@example.ru')
	await page
		.getByRole('button', { name: /^(Проверить и оплатить|Оплатить)$/ })
		.filter({ visible: true })
		.click()
	await page.getByRole('button', { name: 'Всё верно, к оплате' }).click()
	await page.waitForURL(/\/ru\/orders\/[0-9A-Za-z]{26}\/pay$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Чем платим')
	return hashOf(page)
}

export function hashOf(page: Page): string {
	return /orders\/([0-9A-Za-z]{26})\//.exec(page.url())?.[1] ?? ''
}

/** Chooses a method, fills in what it asks for and presses the one button. */
export async function payBy(page: Page, method: string): Promise<void> {
	const radio = page.locator(`input[name=method][value=${method}]`)
	if (!(await radio.isVisible())) await page.getByText('Ещё способы').click()
	await radio.check()
	const phone = page.locator(`[name=phone-${method}]`)
	if (await phone.isVisible()) await phone.fill('+7 999 000-00-00')
	const email = page.locator(`[name=email-${method}]`)
	if (await email.isVisible()) await email.fill('pokupatel@example.ru')
	await page
		.getByRole('button', { name: /^Оплатить/ })
		.filter({ visible: true })
		.click()
}

/** What the buyer is told to do; once it is there, so is the invoice. */
export const panel = (page: Page) => page.getByRole('region', { name: 'Что делать дальше' })

/** Presses the button of the provider's page. */
export async function payThere(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Оплатить \d/ }).click()
}

export const timeline = (page: Page) => page.getByRole('list', { name: 'Что происходит с заказом' })

interface Invoice {
	reference: string
	amount: string
	pay_url: string
}

/** The newest invoice of a provider: stories run one at a time. */
export async function invoice(provider: string): Promise<Invoice> {
	let found: Invoice | undefined
	await expect
		.poll(async () => {
			const response = await fetch(`${sandbox}/control/invoices?provider=${provider}&limit=1`)
			found = ((await response.json()) as Invoice[])[0]
			return found !== undefined
		})
		.toBe(true)
	return found as Invoice
}

type Action = 'pay' | 'decline' | 'twice' | 'other_amount' | 'partial' | 'late' | 'expire'

/** Does what a buyer would do at the provider's. */
export async function atBank(provider: string, action: Action, more: object = {}): Promise<Invoice> {
	const found = await invoice(provider)
	const response = await fetch(`${sandbox}/control/pay`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ provider, reference: found.reference, action, ...more }),
	})
	expect(response.status, await response.text()).toBe(200)
	return found
}

/** The order page by itself, without a reload: the codes are there and can be copied. */
export async function expectCodes(page: Page, count = 2): Promise<void> {
	await page.waitForURL(/\/details$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText(count > 1 ? 'Коды ваши' : 'Код ваш', {
		timeout: 20_000,
	})
	await expect(timeline(page)).toContainText('Деньги получены')
	const codes = page.locator('.code-field')
	await expect(codes).toHaveCount(count)
	await expect(codes.first()).toContainText('•')
	await page.getByRole('button', { name: /^Показать и скопировать/ }).click()
	await expect(codes.first()).not.toContainText('•')
}
