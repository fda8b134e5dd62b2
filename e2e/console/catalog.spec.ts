// A game made from nothing in the console, seen, bought and delivered; and two people who edit one game.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { email, goods, pay, toPay } from '../stories/delivery.ts'
import { addOffer, addProduct, cover, createGame, expectSoon, isShown, listed, upload } from './catalog.ts'
import { hire } from './operator.ts'
import { because, expect, expectStateAccessible, listen } from './page.ts'

test.setTimeout(240_000)
test.use({ actionTimeout: 20_000 })
// Only one supplier delivers it: a later story counts what stops being sold without that one.
test.afterEach(() => {
	sql(`update games set is_active = false where title like 'Ночной дозор%'`)
})

test('a game made from nothing is bought and delivered', async ({ page, browser }) => {
	const errors = listen(page)
	const title = `Ночной дозор ${Date.now() % 100_000}`
	const skus = listed('moogold')
	await hire(page, 'catalog')
	const since = sql('select max(id) from audit')
	await page.goto('/console/catalog')
	await createGame(page, title)
	const id = /\d+$/.exec(page.url())?.[0] ?? ''
	await page.getByRole('button', { name: 'Показать' }).click()
	await because(page.getByRole('dialog'))
	await page.getByRole('dialog').getByRole('button', { name: 'Показать' }).click()
	await expect(page.getByText('Показывать нечего')).toBeVisible()
	await page.getByRole('dialog').getByRole('button', { name: 'Отмена' }).click()

	await addProduct(page, '60 кристаллов', '4990')
	await addProduct(page, '300 кристаллов', '9990,50')
	await addOffer(page, '60 кристаллов', skus[0] ?? '')
	await addOffer(page, '300 кристаллов', skus[1] ?? '')
	await expectStateAccessible(page)
	expect(await isShown(`/ru/games/${id}`, title)).toBe(false)
	await page.getByRole('button', { name: 'Показать' }).click()
	await because(page.getByRole('dialog'))
	await page.getByRole('dialog').getByRole('button', { name: 'Показать' }).click()
	await expect(page.getByText('Игра на витрине')).toBeVisible()
	await expectSoon(`/ru/games/${id}`, title)
	await expectSoon('/ru/games', title)

	const card = page.getByRole('region', { name: '60 кристаллов' })
	await card.getByRole('button', { name: 'Цена' }).click()
	await page.getByRole('dialog').getByLabel('Цена, ₽').fill('4777')
	await because(page.getByRole('dialog'))
	await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
	await expect(page.getByText('Цена изменена')).toBeVisible()
	// In the data of the page; what it shows is this price with the fee of the method it preselects.
	await expectSoon(`/ru/games/${id}`, '4777.00')
	expect(errors).toEqual([])

	const buyer = await (await browser.newContext({ ignoreHTTPSErrors: true, locale: 'ru-RU' })).newPage()
	await buyer.goto(`/ru/games/${id}`)
	await buyer.getByRole('button', { name: 'Прибавить: 60 кристаллов' }).click()
	await buyer.getByRole('button', { name: 'Где найти ID' }).click()
	await expect(buyer.getByText('ID написан под именем в профиле')).toBeVisible()
	await buyer.keyboard.press('Escape')
	await buyer.getByLabel('ID игрока', { exact: true }).fill('700777123')
	await buyer.getByLabel('Эл. почта').fill(email)
	await toPay(buyer)
	await pay(buyer)
	await expect(goods(buyer)).toContainText('доставлено', { timeout: 60_000 })
	await buyer.context().close()
	// Every step left one row of the audit, and nothing was written but by them.
	expect(
		sql(
			`select string_agg(action, ' ' order by id) from audit where id > ${since} and action ~ '^(game|product|offer|price|picture)'`,
		),
	).toBe(
		'picture.upload picture.upload game.create product.create product.create offer.add offer.approve offer.add offer.approve game.show price.change',
	)
})

test('a picture is cropped and served in every size, and what is no picture is refused', async ({ page }) => {
	await hire(page, 'catalog')
	await page.goto('/console/catalog')
	await page.getByRole('button', { name: 'Новая игра' }).click()
	const dialog = page.getByRole('dialog', { name: 'Новая игра' })
	const hostile = { name: 'cover.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') }
	await dialog.getByLabel('Обложка').setInputFiles(hostile)
	await expect(dialog.getByText('Нужна картинка JPEG или PNG')).toBeVisible()
	await expect(dialog.locator('img')).toHaveCount(0)
	await upload(dialog, 'Обложка', cover)
	const src = (await dialog.locator('img').getAttribute('src')) ?? ''
	for (const width of [160, 320, 640, 960, 1280, 1920]) {
		const answer = await page.request.get(src.replace('160.webp', `${width}.webp`))
		expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp'])
	}
})

test('of two people who edit one game the second is told, and the order of games is kept', async ({
	page,
	context,
}) => {
	const title = sql(`select title from games where id = 6`)
	await hire(page, 'catalog')
	await page.goto('/console/catalog/6')
	const other = await context.newPage()
	await other.goto('/console/catalog/6')
	for (const tab of [page, other]) await tab.getByRole('button', { name: 'Изменить', exact: true }).first().click()
	await page.getByRole('dialog').getByLabel('Что покупают').fill('монеты')
	await because(page.getByRole('dialog'))
	await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
	await expect(page.getByRole('dialog')).toBeHidden()
	await other.getByRole('dialog').getByLabel('Что покупают').fill('камни')
	await because(other.getByRole('dialog'))
	await other.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
	await expect(other.getByText('изменил другой сотрудник')).toBeVisible()
	await expect(other.getByRole('dialog').getByText('→ монеты')).toBeVisible()
	await other.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
	await expect(other.getByText('изменил другой сотрудник')).toBeVisible()
	expect(sql(`select product_preview_name from games where id = 6`)).toBe('монеты')

	await page.goto('/console/catalog')
	await page.getByRole('button', { name: 'Порядок' }).click()
	await page.getByRole('button', { name: `Выше: ${title}` }).click()
	await because(page.getByRole('dialog'))
	await page.getByRole('dialog').getByRole('button', { name: 'Сохранить' }).click()
	await expect(page.getByText('Порядок сохранён')).toBeVisible()
	expect(sql(`select string_agg(id::text, ' ' order by position, id) from games where id in (5, 6)`)).toBe('6 5')
})
