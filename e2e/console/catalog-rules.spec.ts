// Prices of a game that follow what its suppliers ask.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { hire } from './operator.ts'
import { because, expect, expectStateAccessible } from './page.ts'

test.setTimeout(180_000)
test.use({ actionTimeout: 20_000 })

test('prices follow what suppliers ask, and a large change waits for a person', { tag: '@nightly' }, async ({
	page,
}) => {
	const prices = () => sql(`select string_agg(price::text, ' ' order by position, id) from products where game_id = 9`)
	const before = prices()
	await hire(page, 'catalog')
	await page.goto('/console/catalog/9')
	await page.getByRole('button', { name: 'Правило цен' }).click()
	const dialog = page.getByRole('dialog', { name: 'Правило цен' })
	await dialog.getByLabel('Наценка на закупку, %').fill('90')
	await dialog.getByLabel('Копейки в цене').selectOption('90')
	await because(dialog)
	await expectStateAccessible(page)
	await dialog.getByRole('button', { name: 'Сохранить' }).click()
	await expect(page.getByText('Правило сохранено')).toBeVisible()
	await page.goto('/console/prices')
	const waiting = page.getByRole('region', { name: 'Ждут решения' })
	await expect(waiting.getByRole('button', { name: 'Поставить' }).first()).toBeVisible()
	expect(prices()).toBe(before)
	await expectStateAccessible(page)
	await waiting.getByRole('button', { name: 'Поставить' }).first().click()
	await because(page.getByRole('dialog'))
	await page.getByRole('dialog').getByRole('button', { name: 'Поставить' }).click()
	await expect(page.getByText('Цена изменена')).toBeVisible()
	await expect.poll(prices).not.toBe(before)
	expect(sql(`select count(*) from audit where action in ('price.set_rule', 'price.approve_rule')`)).toBe('2')
	expect(sql(`select count(*) from products where game_id = 9 and price::text like '%.90'`)).toBe('1')
})
