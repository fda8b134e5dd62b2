// What an operator does in the catalogue: makes a game, its products and offers.
import type { Locator, Page } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'
import { because, expect, expectStateAccessible } from './page.ts'

export const cover = new URL('../../web/public/icon-512.png', import.meta.url).pathname
const icon = new URL('../../web/public/icon-180.png', import.meta.url).pathname

/** What suppliers call goods for which a player is enough, from their lists. */
export const listed = (supplier: string) =>
	sql(`select o.sku from offers o join products p on p.id = o.product_id join games g on g.id = p.game_id
		where o.supplier = '${supplier}' and not g.is_server_needed and o.in_stock and p.kind = 'supply' order by p.price, o.id limit 2`).split(
		'\n',
	)

/** Whether the shop's page of a game, as the edge gives it, has a text. */
export const isShown = async (path: string, text: string) => (await (await fetch(shopUrl + path)).text()).includes(text)

/** A change is on the storefront two seconds after it is saved. */
export const expectSoon = (path: string, text: string) =>
	expect.poll(() => isShown(path, text), { timeout: 2_000, intervals: [100] }).toBe(true)

export async function upload(dialog: Locator, label: string, file: string): Promise<void> {
	await dialog.getByLabel(label).setInputFiles(file)
	await dialog.page().getByRole('dialog', { name: 'Кадр' }).getByRole('button', { name: 'Готово' }).click()
	await expect(dialog.locator('img').nth(label === 'Обложка' ? 0 : 1)).toBeVisible()
}

export async function createGame(page: Page, title: string): Promise<void> {
	await page.getByRole('button', { name: 'Новая игра' }).click()
	const dialog = page.getByRole('dialog', { name: 'Новая игра' })
	await dialog.getByRole('button', { name: 'Добавить игру' }).click()
	await expect(dialog.getByText('Загрузите картинку')).toHaveCount(2)
	await dialog.getByLabel('Название', { exact: true }).fill(title)
	await dialog.getByLabel('Заголовок страницы').fill(`${title}: кристаллы`)
	await dialog.getByLabel('Что покупают').fill('кристаллы')
	await dialog.getByLabel('Описание').fill('Кристаллы приходят по ID за пару минут.')
	await dialog.getByLabel('Где найти ID').fill('ID написан под именем в профиле.')
	await dialog.getByLabel('Другие названия').fill('дозор, ночнойдозор')
	await upload(dialog, 'Обложка', cover)
	await upload(dialog, 'Значок товара', icon)
	await because(dialog)
	await expectStateAccessible(page)
	await dialog.getByRole('button', { name: 'Добавить игру' }).click()
	await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

export async function addProduct(page: Page, title: string, price: string): Promise<void> {
	await page.getByRole('button', { name: 'Добавить товар' }).click()
	const dialog = page.getByRole('dialog', { name: 'Новый товар' })
	await dialog.getByLabel('Название товара').fill(title)
	await dialog.getByLabel('Цена, ₽').fill(price)
	await because(dialog)
	await dialog.getByRole('button', { name: 'Добавить товар' }).click()
	await expect(dialog).toBeHidden()
}

/** Adds a supplier by its SKU and approves the cost it answers with. */
export async function addOffer(page: Page, product: string, sku: string): Promise<void> {
	const card = page.getByRole('region', { name: product })
	await card.getByRole('button', { name: 'Добавить поставщика' }).click()
	const dialog = page.getByRole('dialog', { name: 'Поставщик товара' })
	await dialog.getByLabel('Поставщик', { exact: true }).selectOption('moogold')
	await dialog.getByLabel('SKU у поставщика').fill(sku)
	await because(dialog)
	await dialog.getByRole('button', { name: 'Добавить поставщика' }).click()
	await expect(card.getByText(/^просит .+\s\$$/)).toBeVisible()
	await expect(card.getByText('некому доставить')).toBeVisible()
	await card.getByRole('button', { name: 'Согласиться' }).click()
	await because(page.getByRole('dialog'))
	await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
	await expect(card.getByText('работает')).toBeVisible()
	await expect(card.getByText('продаётся')).toBeVisible()
}
