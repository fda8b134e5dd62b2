// A method of payment is changed and switched off, and buyers follow; the last one of a country is asked about twice.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { orderCodes } from '../stories/payment.ts'
import { openDesk } from './desk.ts'
import { saveIn } from './editor.ts'
import { expect, expectStateAccessible } from './page.ts'

test.setTimeout(240_000)

test('buyers follow a method of payment', { tag: '@nightly' }, async ({ page, browser }, info) => {
	const { page: desk, errors } = await openDesk(browser, page, 'admin')
	const shot = (name: string) => desk.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
	await desk.goto('/console/payments')
	await expect(desk.getByRole('button', { name: 'Изменить: СБП', exact: true })).toBeVisible()
	await expectStateAccessible(desk)
	await shot('methods')
	await desk.getByRole('button', { name: 'Изменить: СБП', exact: true }).click()
	const dialog = desk.getByRole('dialog', { name: 'СБП' })
	await dialog.getByLabel('Комиссия, %').fill('2,5')
	await expect(dialog.getByText(/1\s025,00/)).toBeVisible()
	await expectStateAccessible(desk)
	await shot('fees')
	await dialog.getByLabel('Комиссия, %').fill('1.50')
	await saveIn(dialog)

	await orderCodes(page, 1)
	const method = page.locator('input[name=method][value=tbank_sbp]')
	await expect(method).toBeEnabled()
	const press = async (name: string, button: string) => {
		await desk.getByRole('button', { name, exact: true }).click()
		await saveIn(desk.getByRole('dialog', { name }), button)
	}
	await press('Отключить: СБП', 'Отключить')
	await expect(desk.getByText(/Нина Орлова.*Проверка/)).toBeVisible()
	await shot('off')
	const isOffered = async (offered: boolean) =>
		expect(async () => {
			await page.reload()
			await expect(page.locator('input[name=method]').first()).toBeAttached({ timeout: 3_000 })
			expect((await method.count()) > 0 && (await method.isEnabled())).toBe(offered)
		}).toPass({ timeout: 30_000 })
	await isOffered(false)
	await press('Включить: СБП', 'Включить')
	await isOffered(true)

	const country = `c.iso = 'KZ' and g.country_id = c.id and m.group_id = g.id`
	const first = sql(
		`select min(m.id) from payment_methods m, method_groups g, countries c where ${country} and m.is_active`,
	)
	const others = `update payment_methods set is_active = not is_active where id in (select m.id
		from payment_methods m, method_groups g, countries c where ${country} and m.is_active`
	const were = sql(
		`select string_agg(m.id::text, ',') from payment_methods m, method_groups g, countries c where ${country} and m.is_active and m.id <> ${first}`,
	)
	sql(`${others} and m.id <> ${first})`)
	await desk.goto('/console/payments?country=KZ')
	await desk.getByRole('button', { name: /^Отключить: / }).click()
	const last = desk.getByRole('dialog', { name: /^Отключить: / })
	await expect(last.getByText('В стране «Казахстан» нечем будет платить.')).toBeVisible()
	await last.getByRole('button', { name: 'Отключить' }).click()
	await expect(last).toBeVisible()
	expect(sql(`select is_active from payment_methods where id = ${first}`)).toBe('t')
	await last.getByRole('checkbox').check()
	await saveIn(last, 'Отключить')
	await expect(desk.getByText('В стране «Казахстан» сейчас нечем платить.')).toBeVisible()
	await desk
		.getByRole('button', { name: /^Включить: / })
		.first()
		.click()
	await saveIn(desk.getByRole('dialog', { name: /^Включить: / }), 'Включить')
	sql(`update payment_methods set is_active = true where id in (${were || '0'}, ${first})`)
	expect(errors).toEqual([])
})
