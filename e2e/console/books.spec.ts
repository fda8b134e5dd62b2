// A month is closed by two people; after that nothing is booked backwards.
import { type Page, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { openDesk } from './desk.ts'
import { because, expect, expectStateAccessible } from './page.ts'

test.setTimeout(240_000)

const moscow = () => new Date().toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })

/** The month before the current one, as 2026-10. */
function lastMonth(): string {
	const at = new Date(`${moscow().slice(0, 7)}-01T12:00:00Z`)
	at.setUTCMonth(at.getUTCMonth() - 1)
	return at.toISOString().slice(0, 7)
}

/** Asks for an entry by hand: from the bank to what was written off. */
async function ask(page: Page, day: string, sum: string): Promise<void> {
	await page.getByRole('button', { name: 'Ручная проводка' }).click()
	const dialog = page.getByRole('dialog', { name: 'Ручная проводка' })
	await dialog.getByLabel('День').fill(day)
	await dialog.getByLabel('Сумма, ₽').fill(sum)
	await dialog.getByLabel('Дебет, счёт').selectOption('writeoff')
	await dialog.getByLabel('Кредит, счёт').selectOption('bank')
	await because(dialog, 'Комиссия банка за перевод')
	await dialog.getByRole('button', { name: 'Ручная проводка' }).click()
}

/** Approves what waits, as its second person. */
async function approve(page: Page, title: string): Promise<void> {
	await page.reload()
	await expect(page.getByText(title)).toBeVisible()
	await page.getByRole('button', { name: 'Подтвердить' }).click()
	const dialog = page.getByRole('dialog', { name: 'Подтвердить' })
	await because(dialog, 'Сверила с выпиской')
	await dialog.getByRole('button', { name: 'Подтвердить' }).click()
	await expect(dialog).toBeHidden()
}

test('a month is closed by two people, and a backdated entry is refused', async ({ page, browser }, info) => {
	const month = lastMonth()
	const name = new Intl.DateTimeFormat('ru', { month: 'long' }).format(new Date(`${month}-15T12:00:00Z`))
	const inWords = `${name} ${month.slice(0, 4)}`
	const { page: anna, errors } = await openDesk(browser, page, 'finance')
	const { page: boris } = await openDesk(browser, page, 'admin')
	const shot = (name: string) => anna.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
	for (const one of [anna, boris]) await one.goto('/console/books?tab=periods')

	await ask(anna, `${month}-15`, '35,00')
	const words = `15.${month.slice(5)}.${month.slice(0, 4)}`
	await expect(anna.getByText(`Проводка за ${words}`)).toBeVisible()
	await expect(anna.getByRole('button', { name: 'Подтвердить' })).toBeHidden()
	await expectStateAccessible(anna)
	await shot('asked')
	await approve(boris, `Проводка за ${words}`)
	expect(
		sql(`select string_agg(account || ' ' || amount::numeric(14, 2), ', ' order by account) from ledger_postings p
		join ledger_groups g on g.id = p.group_id where g.reason = 'manual'`),
	).toBe('bank -35.00, writeoff 35.00')

	sql(`insert into settlement_imports (party, day, file_name, digest, rows_count, loaded_at)
		select 'bank', d, 'statement', sha256(d::text::bytea), 0, now() from generate_series(date '${month}-15', date '${month}-01' + interval '1 month - 1 day', interval '1 day') d`)
	await anna.reload()
	await anna.getByRole('button', { name: 'Закрыть месяц' }).click()
	const close = anna.getByRole('dialog', { name: 'Закрыть месяц' })
	await because(close, 'Сверка разобрана')
	await expectStateAccessible(anna)
	await shot('close')
	await close.getByRole('button', { name: 'Закрыть месяц' }).click()
	await expect(close).toBeHidden()
	await expect(anna.getByText('Подтвердить должен другой человек')).toBeVisible()
	expect(sql('select count(*) from ledger_periods')).toBe('0')
	await approve(boris, `Закрыть ${inWords}`)
	expect(sql(`select to_char(month, 'YYYY-MM') from ledger_periods`)).toBe(month)

	await anna.reload()
	await anna.getByRole('link', { name: inWords }).click()
	await expect(anna.getByRole('dialog', { name: 'Сводка' })).toContainText('writeoff RUB')
	await expectStateAccessible(anna)
	await shot('closed')
	await anna.goto('/console/books')
	const entries = sql('select count(*) from ledger_groups')
	await ask(anna, `${month}-20`, '10,00')
	const refused = anna.getByRole('dialog', { name: 'Ручная проводка' })
	await expect(refused.getByRole('alert')).toContainText('закрыт')
	await expectStateAccessible(anna)
	await shot('refused')
	expect(sql('select count(*) from ledger_groups')).toBe(entries)
	expect(sql(`select count(*) from ledger_requests where state = 'open'`)).toBe('0')

	await refused.getByLabel('День').fill(moscow())
	await refused.getByRole('button', { name: 'Ручная проводка' }).click()
	await expect(refused).toBeHidden()
	expect(sql(`select count(*) from ledger_requests where state = 'open'`)).toBe('1')
	expect(errors).toEqual([])
})
