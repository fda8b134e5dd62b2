// One number from the shelf to the bank: what a card of a pack promises is what the buyer is charged.
import { expect, type Locator, type Page, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { email, submit } from './delivery.ts'
import { hashOf, invoice, payBy } from './payment.ts'

test.setTimeout(240_000)

const markets = { RUB: 'RU', KZT: 'KZ', UZS: 'UZ', USD: 'US' }
/** Dear enough for every method. */
const [product = '', pack = ''] = sql(
	`select id, title from products where kind = 'pubg' and is_active and final_price >= 1000 order by price limit 1`,
).split('|')

/** The first sum of a text in hundredths: `Сейчас 1 483,02 ₽` is 148302. */
async function sumOf(place: Locator): Promise<number> {
	const text = /\d[\d\s]*(?:[.,]\d\d)?/.exec(await place.innerText())?.[0] ?? ''
	return Math.round(Number(text.replace(/\s/g, '').replace(',', '.')) * 100)
}

const receiptTotal = (page: Page) => page.getByRole('region', { name: 'Чек' }).locator('output')

/** The ways to pay of a country that lead to a bank: a balance has none. */
const methodsOf = (country: string) =>
	sql(`select m.name from payment_methods m join method_groups g on g.id = m.group_id join countries c on c.id = g.country_id
		where c.iso = '${country}' and m.is_active and m.name <> 'balance' order by g.position, m.position, m.id`).split(
		'\n',
	)

for (const [currency, country] of Object.entries(markets)) {
	test(`${currency}: the card, its page, the form, the sheet, the pay page and the bank say one number, by every method`, async ({
		page,
		context,
		baseURL,
	}) => {
		await context.addCookies([{ name: 'country', value: country, url: baseURL }])
		await page.goto('/ru/products')
		const card = page.locator(`a[href="/ru/products/details/${product}"]`)
		const promised = await sumOf(card.locator('b'))
		expect(promised).toBeGreaterThan(0)

		await page.goto(`/ru/products/details/${product}`)
		expect(await sumOf(page.getByRole('main').locator('output'))).toBe(promised)

		await page.goto('/ru/games/1')
		const shown = pack.replace(/\B(?=(\d{3})+ )/g, '\\s')
		await page.getByRole('button', { name: new RegExp(`^Прибавить: ${shown}$`) }).click()
		await expect(page.getByRole('spinbutton', { name: new RegExp(`^${shown}$`) })).toHaveValue('1')
		await expect.poll(() => sumOf(receiptTotal(page))).toBe(promised)
		await page.getByLabel('Эл. почта').fill(email)
		const pressed = submit(page)
		expect(await sumOf(page.getByRole('dialog').locator('dd').last())).toBe(promised)
		await pressed

		await page.waitForURL(/\/pay$/)
		expect(await sumOf(receiptTotal(page))).toBe(promised)
		const chosen = await page.locator('input[name=method]:checked').getAttribute('value')
		const methods = methodsOf(country)
		expect(methods).toContain(chosen)
		let hash = hashOf(page)
		for (const method of methods) {
			await page.goto(`/ru/orders/${hash}/pay`)
			const charged = await chargedBy(page, method)
			if (method === chosen) expect(charged).toBe(promised)
			expect(await bankSum(page, method, currency)).toBe(charged)
			hash = await orderPack(page)
		}
	})
}

/** Pays by a method; gives what the page said it charges, which its card, the receipt and the button agree on. */
async function chargedBy(page: Page, method: string): Promise<number> {
	const radio = page.locator(`input[name=method][value=${method}]`)
	if (!(await radio.isVisible())) await page.getByText('Ещё способы').click()
	await radio.check()
	const card = page.locator('.method', { has: radio })
	const sum = await sumOf(card.locator('b', { hasText: /\d\s?\S+$/ }).filter({ visible: true }))
	await expect.poll(() => sumOf(receiptTotal(page))).toBe(sum)
	expect(await sumOf(page.getByRole('button', { name: /^Оплатить/ }).filter({ visible: true }))).toBe(sum)
	await payBy(page, method)
	return sum
}

/** What the page of the bank asks for. */
async function bankSum(page: Page, method: string, currency: string): Promise<number> {
	const provider = method.split('_')[0] ?? ''
	const order = sql('select max(id) from orders')
	await expect
		.poll(async () => (await invoice(provider)).reference, { timeout: 20_000 })
		.toMatch(new RegExp(`^${order}-`))
	// In a new page: the pay page may redirect to the bank meanwhile.
	const bank = await page.context().newPage()
	await bank.goto((await invoice(provider)).pay_url)
	const button = bank.getByRole('button', { name: /^Оплатить \d/ })
	await expect(button).toContainText(currency === 'RUB' ? '₽' : currency)
	const sum = await sumOf(button)
	await bank.close()
	return sum
}

/** Another order of the pack in the same browser; gives its hash. */
async function orderPack(page: Page): Promise<string> {
	const made = await page.request.post('/api/orders/pubg/', {
		data: { email, products: [{ product_id: Number(product), quantity: 1 }] },
	})
	expect(made.status(), await made.text()).toBe(201)
	return ((await made.json()) as { hash: string }).hash
}
