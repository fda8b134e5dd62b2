// Prices are pasted from a spreadsheet, looked at, saved, and seen by buyers.
import { test } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'
import { hire } from './operator.ts'
import { because, expect, expectStateAccessible, listen } from './page.ts'

test.setTimeout(180_000)

/** The game with the most products that suppliers deliver. */
const game = () =>
	sql(`select p.game_id from products p join offers o on o.product_id = p.id and o.is_active and o.in_stock and o.cost > 0.1
		where p.kind = 'supply' and p.is_active group by 1 order by count(*) desc, 1 limit 1`)
const prices = () =>
	sql(`select string_agg(price::text, ' ' order by position, id) from products where game_id = ${game()}`).split(' ')

/** The page of the game as the edge gives it to a buyer. */
const page24 = async () => (await fetch(`${shopUrl}/ru/games/${game()}`)).text()

test('a pasted column: the loss is refused, the rest is on the storefront within two seconds', async ({ page }) => {
	const errors = listen(page)
	await hire(page, 'catalog')
	await page.goto(`/console/prices?game=${game()}`)
	const before = prices()
	const cells = page.getByRole('textbox', { name: /^Новая цена: / })
	await expect(cells).toHaveCount(before.length)
	await page24() // in the cache of the edge before the change

	// The first keeps its price, the second gets a new one with kopecks, the third would be sold at a loss.
	const fresh = `${Number(before[1]) + 7},50 ₽`
	const table = [before[0]?.replace('.', ','), fresh, '1'].join('\n')
	await page.getByRole('button', { name: 'Вставить' }).click()
	const dialog = page.getByRole('dialog', { name: 'Вставить' })
	await dialog.getByLabel('Скопированные ячейки').fill(table)
	await dialog.getByRole('button', { name: 'Проверить' }).click()

	const preview = page.getByRole('region', { name: 'Новых цен: 3' })
	await expect(preview.getByText('Ниже закупки на')).toBeVisible()
	await expect(preview.getByText('Нужно право «Цена ниже закупки»')).toBeVisible()
	await expect(page.getByText('Готово к сохранению: 1')).toBeVisible()
	await expectStateAccessible(page)
	expect(prices()).toEqual(before)

	await page.getByPlaceholder('Понедельничный прайс').fill('Прайс MooGold')
	await page.getByRole('button', { name: 'Применить' }).click()
	await expect(page.getByText('Изменено цен: 1.')).toBeVisible()
	const saved = Date.now()
	// In the data of the page; what it shows is this price with the fee of the method it preselects.
	const shown = fresh.replace(' ₽', '').replace(',', '.')
	await expect
		.poll(async () => (await page24()).includes(shown), {
			timeout: 2_000,
			intervals: [100],
		})
		.toBe(true)
	expect(Date.now() - saved).toBeLessThan(2_500)
	expect(prices()).toEqual(before.with(1, fresh.replace(',', '.').replace(' ₽', '')))
	expect(sql(`select count(*) from audit where action = 'price.change' and reason_text = 'Прайс MooGold'`)).toBe('1')

	await page
		.getByRole('link', {
			name: sql(`select title from products where game_id = ${game()} order by position, id offset 1 limit 1`),
		})
		.click()
	const history = page.getByRole('dialog')
	await expect(history.getByText('Прайс MooGold')).toBeVisible()
	await expectStateAccessible(page)
	expect(errors).toEqual([])
})

test('a planned price is applied at its time, and another editor’s change is not overwritten', async ({ page }) => {
	await hire(page, 'catalog')
	await page.goto(`/console/prices?game=${game()}`)
	const cell = page.getByRole('textbox', { name: /^Новая цена: / }).nth(3)
	const was = prices()[3] ?? ''
	const planned = (Number(was) + 20).toFixed(2)
	await cell.fill(planned.replace('.', ','))
	await cell.press('Enter')
	await expect(page.getByText('Готово к сохранению: 1')).toBeVisible()
	await page.getByRole('button', { name: 'Ко времени' }).click()
	await page.getByLabel('Когда применить').fill('2027-01-01T06:00')
	await page.getByRole('button', { name: 'Запланировать' }).click()
	await expect(page.getByText('Запланировано цен: 1.')).toBeVisible()
	await expect(page.getByText('· цен: 1')).toBeVisible()
	expect(prices()[3]).toBe(was)
	sql(`update price_batches set apply_at = now() where state = 'scheduled'`)
	await expect.poll(() => prices()[3], { timeout: 5_000 }).toBe(planned)

	await page.reload()
	await cell.fill('777')
	await cell.press('Enter')
	await expect(page.getByText('Готово к сохранению: 1')).toBeVisible()
	// Many times the price before: it is saved only once that is confirmed.
	await expect(page.getByRole('button', { name: 'Применить' })).toBeDisabled()
	await page.getByRole('checkbox', { name: /^Проверено: цен/ }).check()
	sql(`update products set price = price + 1 where game_id = ${game()}`)
	const theirs = prices()
	await page.getByRole('button', { name: 'Применить' }).click()
	await expect(page.getByText('Цену тем временем изменили')).toBeVisible()
	expect(prices()).toEqual(theirs)
})

test('a file of prices is looked at line by line, then applied', async ({ page }) => {
	const errors = listen(page)
	await hire(page, 'catalog')
	await page.goto('/console/prices/files')
	const gift = sql('select min(id) from gifts where is_active')
	const product = sql(`select min(id) from products where game_id = ${game()} and is_active`)
	const priceOf = (goods: string, id: string) => sql(`select price from ${goods} where id = ${id}`)
	const fresh = (Number(priceOf('gifts', gift)) + 11).toFixed(2)
	const was = priceOf('products', product)
	const lines = [`подарок;${gift};${fresh.replace('.', ',')}`, `товар;${product};0,01`, 'товар;99999999;5']
	const buffer = Buffer.from(['Вид;Номер;Цена', ...lines].join('\r\n'))
	await page.getByLabel('Файл', { exact: true }).setInputFiles({ name: 'прайс.csv', mimeType: 'text/csv', buffer })
	await expect(page.getByRole('heading', { name: 'прайс.csv' })).toBeVisible()
	await expect(page.getByText('Ниже закупки на')).toBeVisible()
	await expect(page.getByText('Такого товара нет')).toBeVisible()
	await expectStateAccessible(page)
	await page.getByRole('button', { name: 'Применить: 1' }).click()
	await because(page.getByRole('dialog'))
	await page.getByRole('dialog').getByRole('button', { name: 'Применить' }).click()
	await expect.poll(() => priceOf('gifts', gift), { timeout: 5_000 }).toBe(fresh)
	await expect(page.getByText('применён')).toBeVisible()
	expect(priceOf('products', product)).toBe(was)

	await page.goto('/console/prices?goods=gift')
	await page
		.getByRole('link', { name: sql(`select title from gifts where id = ${gift}`) })
		.first()
		.click()
	await expect(page.getByRole('dialog').locator('ol li')).toHaveCount(1)
	await expectStateAccessible(page)
	expect(errors).toEqual([])
})
