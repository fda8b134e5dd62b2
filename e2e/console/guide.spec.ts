// The owner's guide, played as it is written. «Text» is on the console's screen: an item of the menu opens its screen,
// what an arrow follows is pressed, and a word between arrows opens such an object. A section of a page, and a row of
// its table, starts at the first screen.
import { readFileSync } from 'node:fs'
import { type Locator, type Page, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { resetSuppliers } from '../stories/delivery.ts'
import { sellCodes } from './buyers.ts'
import { accept, hire } from './operator.ts'
import { expect, isPhone } from './page.ts'
import { bankRefuses, silentOrder } from './situations.ts'

const hiddenGame = 5

test.setTimeout(600_000)
test.afterAll(async () => {
	sql(`delete from payment_tasks where ref = 'guide';
		delete from payment_notices where fact = 'guide';
		delete from fiscal_receipts where body = '{}';
		update codes set batch_id = null where batch_id in (select id from code_batches where source = '');
		delete from code_batches where source = '';
		delete from method_pauses;
		update offers set asked_cost = null where supplier = 'moogold';
		update games set is_active = true where id = ${hiddenGame}`)
	await resetSuppliers()
})

const guide = ['opening-day', 'every-day', 'month-end', 'when-something-is-wrong']

const open = (path: () => string) => (page: Page) => page.goto(`/console/${path()}`)
const pressRow = (page: Page) => page.getByRole('main').getByRole('listitem').getByRole('link').first().click()

/** How to come to what the guide names by a word. */
const objects: Record<string, (page: Page) => Promise<unknown>> = {
	задача: pressRow,
	заказ: open(() => `orders/${sql(`select max(id) from orders where status = 'done'`)}`),
	покупатель: open(() => `customers/${sql('select min(id) from users')}`),
	игра: open(() => `catalog/${hiddenGame}`),
	товар: open(() => `prices?history=${sql('select min(id) from products')}`),
	поставщик: open(() => 'suppliers?supplier=moogold'),
	статья: open(() => 'content/articles/about'),
	письмо: open(() => 'content/letters/delivered'),
	человек: open(() => `staff/${sql('select min(id) from staff')}`),
	файл: open(() => `prices/files/${sql('select max(id) from price_imports')}`),
}

const begins = (text: string) => new RegExp(`^\\s*${text}(?!\\p{L})`, 'u')

/** What begins with these words: something to press, a heading, a choice, a field or a value. */
function named(scope: Locator, text: string): Locator {
	const roles = ['button', 'link', 'heading', 'columnheader', 'rowheader'] as const
	const byRole = roles.map((role) => scope.getByRole(role, { name: begins(text) }))
	const all = byRole.reduce(
		(found, one) => found.or(one),
		scope.getByLabel(text, { exact: true }).or(scope.getByText(begins(text))),
	)
	return all.filter({ visible: true }).or(scope.locator('select', { hasText: text }))
}

/** The open dialog, or the screen. */
async function top(page: Page): Promise<Locator> {
	const dialog = page.getByRole('dialog')
	return (await dialog.count()) > 0 ? dialog.last() : page.getByRole('main')
}

/** Also when a dialog hides it from readers of the screen. */
const menu = (page: Page) => page.locator('nav[aria-label="Разделы"]:visible')

const words = /«(?<text>[^»]+)»(?<arrow>[\s*]*→)?|(?<=→\s)(?<object>[а-яё]+)/gu

/** Does what a step of the guide says. */
async function play(page: Page, step: string): Promise<void> {
	let isInMenu = true
	for (const { groups, index } of step.matchAll(words)) {
		const { text = '', arrow, object } = groups ?? {}
		if (object) {
			expect(Object.keys(objects)).toContain(object)
			await objects[object]?.(page)
			continue
		}
		await expect(menu(page).locator('a').first()).toBeVisible()
		const mayBeItem = isInMenu || !/→\s$/.test(step.slice(0, index))
		isInMenu =
			arrow !== undefined &&
			(await menu(page)
				.locator('h2', { hasText: begins(text) })
				.count()) > 0
		if (isInMenu) continue
		const item = menu(page).locator('a', { hasText: begins(text) })
		if (mayBeItem && (await item.count()) > 0) {
			await item.click()
			await expect(page.getByRole('heading', { level: 1, name: text })).toBeVisible()
			continue
		}
		const found = named(await top(page), text)
		const wrong = `${step}\n«${text}» at ${page.url()}`
		await expect.soft(found.first(), wrong).toBeVisible()
		if (arrow) await found.first().click()
	}
}

/** The steps of a page of the guide by sections. */
const sectionsOf = (name: string) =>
	readFileSync(new URL(`../../docs/ru/${name}.md`, import.meta.url), 'utf8')
		.split(/^(?=## |\| )/m)
		.map((section) => section.split(/\n{2,}|\n(?=\d+\. |- )/).map((step) => step.replace(/\s+/g, ' ')))

/** Something of everything that the guide tells to end or to look at. */
async function makeTroubles(page: Page): Promise<void> {
	await bankRefuses(page)
	await resetSuppliers()
	await silentOrder(page, '700200304')
	const [order] = await sellCodes(1, 'tbank', 'tbank_sbp')
	sql(`insert into payment_tasks (order_id, kind, ref, amount, currency, note, created)
		values (${order}, 'outside_refund', 'guide', 10, 'RUB', '', now());
		insert into payment_notices (provider, fact, source, kind, provider_id, amount, currency)
		values ('tbank', 'guide', 'asked', 'paid', 'guide', 10, 'RUB');
		insert into method_pauses (method_id, state, since) select min(id), 'failing', now() from payment_methods;
		update offers set asked_cost = cost + 1 where id = (select min(id) from offers where supplier = 'moogold' and is_active);
		insert into fiscal_receipts (refund_id, kind, body, created)
		select min(id), 'refund', '{}', now() from refunds where status = 'manual' on conflict do nothing;
		with batch as (
			insert into code_batches (product_id, created, created_by, source, codes)
			select min(c.product_id), now(), min(s.id), '', 1 from codes c, staff s where c.state = 'free' returning id, product_id
		)
		update codes set batch_id = batch.id from batch where codes.id = (
			select max(c.id) from codes c where c.product_id = batch.product_id and c.state = 'free'
		);
		update games set is_active = false where id = ${hiddenGame};
		insert into supplier_health (supplier, down_since) values ('nsgifts', now())
		on conflict (supplier) do update set down_since = now()`)
}

test('every screen is as the owner’s guide says', { tag: '@nightly' }, async ({ page }) => {
	test.skip(isPhone(page), 'the guide is read beside a desktop')
	await accept(page, 'senior')
	await makeTroubles(page)
	await page.context().clearCookies()
	await hire(page, 'admin')
	await page.goto('/console/prices/files')
	const file = { name: 'прайс.csv', mimeType: 'text/csv', buffer: Buffer.from('Вид;Номер;Цена\r\nподарок;1;9999') }
	await page.getByLabel('Файл', { exact: true }).setInputFiles(file)
	await expect(page.getByRole('heading', { name: 'прайс.csv' })).toBeVisible()
	for (const name of guide) {
		for (const section of sectionsOf(name).filter((steps) => steps.some((step) => step.includes('«')))) {
			await page.goto('/console/')
			for (const step of section) {
				while ((await page.getByRole('dialog').count()) > 0) await page.keyboard.press('Escape')
				await play(page, step)
			}
		}
	}
})
