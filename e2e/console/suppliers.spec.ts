// A supplier is switched off, and the shop follows: another delivers, or nothing is sold.
import { type Page, test } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'
import { buySupply, resetSuppliers } from '../stories/delivery.ts'
import { openDesk } from './desk.ts'
import { because, expect, expectStateAccessible } from './page.ts'
import { eventually, newestOrder } from './situations.ts'

test.setTimeout(240_000)
test.afterEach(async () => {
	sql('delete from supplier_switches')
	await resetSuppliers()
})

const card = (desk: Page, name: string) => desk.getByRole('region', { name })

/** Presses the switch of a supplier; gives its dialog. */
async function openSwitch(desk: Page, name: string, verb: 'Отключить' | 'Включить') {
	await card(desk, name).getByRole('button', { name: verb }).click()
	return desk.getByRole('dialog', { name: `${verb} ${name}` })
}

async function press(desk: Page, name: string, verb: 'Отключить' | 'Включить') {
	const dialog = desk.getByRole('dialog', { name: `${verb} ${name}` })
	await because(dialog, 'Молчит с утра')
	await dialog.getByRole('button', { name: verb, exact: true }).click()
	await expect(dialog).toBeHidden()
}

/** What a buyer who comes now reads within two seconds. */
async function buyersSee(text: string, isThere: boolean) {
	const page = async () => (await fetch(`${shopUrl}/ru/games/5`)).text()
	await expect.poll(async () => (await page()).includes(text), { timeout: 2_000, intervals: [100] }).toBe(isThere)
}

test('without a supplier another one delivers; without both the game is closed until one is back', async ({
	page,
	browser,
}, info) => {
	const { page: desk, errors, writes } = await openDesk(browser, page, 'senior')
	const before = sql('select coalesce(max(id), 0) from audit')
	await desk.goto('/console/suppliers')
	let dialog = await openSwitch(desk, 'MooGold', 'Отключить')
	await expect(dialog).toContainText('Всё, что он доставляет, доставят и другие.')
	await press(desk, 'MooGold', 'Отключить')
	await expect(card(desk, 'MooGold')).toContainText('отключён')
	await expect(card(desk, 'MooGold')).toContainText('Молчит с утра')

	await buySupply(page, '700100200')
	const order = newestOrder()
	await eventually(`select status from orders where id = ${order}`, 'done')
	const attempts = `select string_agg(distinct supplier, ' ') from delivery_attempts where unit_id in (select id from delivery_units where order_id = ${order})`
	expect(sql(attempts)).toBe('gamesdrop')

	await desk.goto('/console/suppliers?supplier=gamesdrop&tab=attempts&state=delivered')
	await expectStateAccessible(desk)
	await desk.screenshot({ path: info.outputPath('attempts.png'), fullPage: true })
	await desk
		.getByRole('region', { name: 'Заказы у GamesDrop' })
		.getByRole('link', { name: String(order) })
		.click()
	await expect(desk.getByRole('dialog').getByText('gamesdrop').first()).toBeVisible()
	await desk.goto('/console/suppliers')

	await buyersSee('Продажи приостановлены', false) // in the cache of the edge before the change
	dialog = await openSwitch(desk, 'GamesDrop', 'Отключить')
	await expect(dialog).toContainText(/Перестанет продаваться товаров: \d+\./)
	await expectStateAccessible(desk)
	await desk.screenshot({ path: info.outputPath('dialog.png') })
	await press(desk, 'GamesDrop', 'Отключить')
	await buyersSee('Продажи приостановлены', true)
	await page.goto('/ru/games/5')
	await page.getByText('Что бывает в продаже').click()
	await expect(page.getByText('Нет в наличии').first()).toBeVisible()
	await expect(page.getByRole('spinbutton')).toHaveCount(0)
	await page.screenshot({ path: info.outputPath('closed.png') })
	await desk.screenshot({ path: info.outputPath('off.png'), fullPage: true })

	await openSwitch(desk, 'MooGold', 'Включить')
	await press(desk, 'MooGold', 'Включить')
	await buyersSee('Продажи приостановлены', false)
	expect(
		sql(
			`select string_agg(action || ' ' || object_id, ', ' order by id) from audit where action like 'supplier.%' and id > ${before}`,
		),
	).toBe('supplier.off moogold, supplier.off gamesdrop, supplier.on moogold')
	expect(writes).toHaveLength(3)
	expect(errors).toEqual([])
})
