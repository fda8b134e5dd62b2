// Helpers of the pay stories: order as a guest, choose a payment method, and act as the buyer's bank.
import { expect, type Locator, type Page } from '@playwright/test'
import { sandbox, sandboxCommand } from './sandbox.ts'

/** Orders 660 UC without an account and comes to the pay page; gives the order's hash. */
export async function orderCodes(page: Page, quantity = 2): Promise<string> {
	await page.goto('/ru/games/1')
	const more = page.getByRole('button', { name: 'Прибавить: 660 UC' })
	const amount = page.getByRole('spinbutton', { name: '660 UC' })
	for (let n = 1; n <= quantity; n++) {
		await more.click()
		// Impatient presses before hydration count once.
		await expect(amount).toHaveValue(String(n))
	}
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

/** Chooses a method, fills in what it needs and presses the button. */
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

/** The code to scan; on a phone it is folded, because the bank's application comes first. */
export async function showQr(page: Page): Promise<Locator> {
	const code = page.getByRole('img', { name: 'QR-код для оплаты' })
	await expect(panel(page)).toBeVisible()
	const fold = page.getByText('Оплатить с другого телефона по QR-коду').filter({ visible: true })
	// The steps of a payment come a moment after the page, and with them the fold.
	await expect(async () => {
		if (!(await code.isVisible())) await fold.click({ timeout: 1_000 })
		await expect(code).toBeVisible({ timeout: 1_000 })
	}).toPass({ timeout: 15_000 })
	return code
}

/** What the buyer must do; once it is there, so is the invoice. */
export const panel = (page: Page) => page.getByRole('region', { name: 'Что делать дальше' })

/** Presses the button of the provider's page. */
export async function payOnProviderPage(page: Page): Promise<void> {
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

/** Does in the sandbox what a buyer would do at the provider. */
export async function sandboxAction(provider: string, action: Action, more: object = {}): Promise<Invoice> {
	const found = await invoice(provider)
	await sandboxCommand('pay', { provider, reference: found.reference, action, ...more })
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
