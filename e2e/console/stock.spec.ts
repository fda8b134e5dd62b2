// Codes are loaded from a file with mistakes in it, loaded again, looked at and voided.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { hire } from './operator.ts'
import { because, expect, expectStateAccessible, listen } from './page.ts'

test.setTimeout(180_000)

const file = [
	'код;до',
	'LAREK-STORY-0001;31.12.2030',
	'LAREK-STORY-0002',
	'LAREK-STORY-0001',
	'не код',
	'LAREK-STORY-0003;01.01.2020',
].join('\n')
const codes = () => sql(`select count(*) from codes where batch_id is not null and state = 'free'`)

test('a file with duplicates: only new codes are loaded, and a second load finds none', async ({ page }) => {
	const errors = listen(page)
	await hire(page, 'catalog')
	await page.goto('/console/stock')
	const load = page.getByRole('button', { name: 'Загрузить коды: 60 UC' })
	const dialog = page.getByRole('dialog', { name: 'Загрузить коды' })
	await load.click()
	await dialog.getByLabel('Файл TXT или CSV').setInputFiles({
		name: 'codes.csv',
		mimeType: 'text/csv',
		buffer: Buffer.from(file),
	})
	await dialog.getByRole('button', { name: 'Проверить' }).click()
	const report = dialog.getByRole('region', { name: 'Что в файле' })
	const faults = report.getByRole('list', { name: 'Строки с ошибками' }).getByRole('listitem')
	await expect(faults).toHaveText([
		/строка 4.*••••01.*Повтор в файле/,
		/строка 5.*Не похоже на код/,
		/строка 6.*••••03.*Срок прошёл/,
	])
	await expect(report).not.toContainText('STORY')
	await expectStateAccessible(page)
	expect(codes()).toBe('0')
	await dialog.getByLabel('У кого купили, документ').fill('Дистрибьютор, накладная 7')
	await because(dialog)
	await dialog.getByRole('button', { name: 'Загрузить 2' }).click()
	await expect(dialog.getByText('Впишите, во что обошёлся один код')).toBeVisible()
	await dialog.getByLabel('Закупка одного кода, ₽').fill('12,50')
	await dialog.getByRole('button', { name: 'Загрузить 2' }).click()
	await expect(page.getByText('Загружено кодов: 2.')).toBeVisible()
	expect(codes()).toBe('2')

	await load.click()
	await dialog.getByLabel('Коды', { exact: true }).fill(file)
	await dialog.getByRole('button', { name: 'Проверить' }).click()
	await expect(faults.filter({ hasText: 'Уже были у нас' })).toHaveCount(2)
	await expect(dialog.getByRole('button', { name: 'Загрузить 0' })).toBeDisabled()
	await dialog.getByRole('button', { name: 'Отмена' }).click()

	await page.goto('/console/stock?tab=batches')
	await page.getByRole('button', { name: /^Погасить загрузку/ }).click()
	const voiding = page.getByRole('dialog', { name: /^Погасить загрузку/ })
	await because(voiding, 'Файл утёк')
	await voiding.getByRole('button', { name: 'Погасить' }).click()
	await expect(page.getByText('Погашено', { exact: true })).toBeVisible()
	expect(codes()).toBe('0')
	expect(sql(`select string_agg(action, ' ' order by id) from audit where action like 'stock.%'`)).toBe(
		'stock.load stock.void',
	)
	expect(sql(`select count(*) from audit where audit::text like '%STORY%'`)).toBe('0')
	expect(errors).toEqual([])
})

test('a code is shown to a senior who says why, and the look is recorded', async ({ page }) => {
	await hire(page, 'senior')
	await page.goto('/console/stock?tab=codes&state=free&product=1')
	await page
		.getByRole('button', { name: /^Показать код/ })
		.first()
		.click()
	const dialog = page.getByRole('dialog', { name: /^Показать код/ })
	await because(dialog, 'Поставщик просит проверить')
	await dialog.getByRole('button', { name: 'Показать' }).click()
	await expect(dialog.getByText('Исчезнет через 30 секунд')).toBeVisible()
	await expectStateAccessible(page)
	expect(sql(`select count(*) || ' ' || max(reason) from code_reveals where viewer = 'staff'`)).toBe(
		'1 Поставщик просит проверить',
	)
	expect(sql(`select count(*) from audit where action = 'stock.reveal'`)).toBe('1')
})
