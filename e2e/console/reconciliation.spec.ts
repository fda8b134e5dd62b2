// A provider's registry is compared with our books, line by line, and every kopeck is explained.
import { type Locator, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { registryOf, sellCodes } from './buyers.ts'
import { openDesk } from './desk.ts'
import { because, expect, expectStateAccessible } from './page.ts'

test.setTimeout(240_000)

/** A try has a provider of its own: a day is loaded once. */
const providers = [
	{ party: 'payin', method: 'payin_p2p', title: 'Payin-Payout' },
	{ party: 'tbank', method: 'tbank_sbp', title: 'Т-Банк' },
]
const today = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })
const bookedTo = (account: string) =>
	sql(
		`select coalesce(sum(amount), 0)::numeric(14, 2) from ledger_postings where account = '${account}' and currency = 'RUB'`,
	)

test('a day with five planted differences: all five are found, explained, and the day is green', async ({
	page,
	browser,
}, info) => {
	const day = today()
	const { party, method, title } = providers[info.retry]
	const acted = () => Number(sql(`select count(*) from audit where action in ('recon.load', 'recon.resolve')`))
	const actedBefore = acted()
	await sellCodes(6, party, method)
	const { page: desk, errors, writes } = await openDesk(browser, page, 'finance')
	const shot = (name: string) => desk.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
	await desk.goto(`/console/reconciliation?party=${party}&day=${day}`)
	await expect(desk.getByText('Реестра за')).toBeVisible()
	await expectStateAccessible(desk)
	await shot('empty')

	const file = await registryOf(party, day, 'missing,extra,amount,day,commission')
	await desk.getByRole('button', { name: 'Загрузить реестр' }).first().click()
	const load = desk.getByRole('dialog')
	await load.getByLabel('Файл').setInputFiles(file)
	await expect(load.getByText(/^Строк \d+, на .* За другие дни: 1/)).toBeVisible()
	await expectStateAccessible(desk)
	await shot('preview')
	await because(load)
	await load.getByRole('button', { name: 'Загрузить реестр' }).click()
	await expect(load).toBeHidden()

	const table = desk.getByRole('table', { name: 'Разницы, 5' })
	for (const kind of [
		'Есть у них, нет у нас',
		'Есть у нас, нет у них',
		'Сумма другая',
		'День другой',
		'Комиссия не по договору',
	])
		await expect(table.getByText(kind)).toHaveCount(1)
	const mark = desk.getByRole('link', { name: new RegExp(`^${title}, ${day}`) })
	await expect(mark).toHaveAccessibleName(/5/)
	await expectStateAccessible(desk)
	await shot('differences')

	await desk.getByRole('button', { name: 'Загрузить реестр' }).first().click()
	await load.getByLabel('Файл').setInputFiles(file)
	await expect(load.getByText('Этот файл уже загружали')).toBeVisible()
	await load.getByRole('button', { name: 'Отмена' }).click()

	const before = bookedTo(`provider:${party}`)
	const givenUp = Number(bookedTo('writeoff'))
	for (const [kind, why, shows] of [
		['Есть у них, нет у нас', 'Спросили банк: перевод без заказа', /1\s490,00/],
		['Есть у нас, нет у них', 'Перевод потерян у них, сумма мала', 'Списания'],
		['Сумма другая', 'Округление у них', '0,01'],
		['День другой', 'Записали следующим днём', 'Проводок не будет'],
		['Комиссия не по договору', 'Копейка, приняли', 'Проводок не будет'],
	] as const) {
		const row = table.getByRole('row').filter({ hasText: kind })
		await resolve(desk.getByRole('dialog', { name: kind }), row, why, shows)
		await expect(row.getByRole('button', { name: 'Разобрать' })).toBeHidden()
	}
	await expect(mark).toHaveAccessibleName(/сошлось/)
	await expectStateAccessible(desk)
	await shot('green')
	expect(writes).toHaveLength(6)
	expect(sql(`select count(*) from settlement_differences where party = '${party}' and state = 'open'`)).toBe('0')
	expect(acted() - actedBefore).toBe(6)
	// What was found is added, what they lack and the kopeck are given up.
	const lost = sql(`select ours from settlement_differences where party = '${party}' and kind = 'ours_only'`)
	expect(Number(bookedTo(`provider:${party}`)).toFixed(2)).toBe(
		(Number(before) + 1490 - Number(lost) - 0.01).toFixed(2),
	)
	expect(Number(bookedTo('writeoff')).toFixed(2)).toBe((givenUp + Number(lost) + 0.01).toFixed(2))
	expect(errors).toEqual([])
})

/** Ends a difference in its first way, with the postings in sight. */
async function resolve(dialog: Locator, row: Locator, why: string, shows: string | RegExp): Promise<void> {
	await row.getByRole('button', { name: 'Разобрать' }).click()
	await expect(dialog.getByText(shows).first()).toBeVisible()
	await because(dialog, why)
	await dialog.getByRole('button', { name: 'Разобрать' }).click()
	await expect(dialog).toBeHidden()
}
