// Suppliers fail, and the buyer gets the goods all the same or the money back.
import { expect, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { buySupply, expectLive, goods, heading, resetSuppliers, soon, supplier, tagPage } from './delivery.ts'
import { expectLetter } from './letters.ts'
import { timeline } from './payment.ts'
import { sandbox } from './sandbox.ts'

test.setTimeout(120_000)
test.beforeEach(resetSuppliers)
test.afterEach(resetSuppliers)

test('the first supplier is down: the second delivers', async ({ page }) => {
	await supplier('moogold', { down: true })
	await buySupply(page, '700200300')
	await tagPage(page)
	await expect(heading(page)).toHaveText('Заказ доставлен', soon)
	await expect(goods(page)).toContainText('доставлено')
	await expectLive(page)
	const [delivered] = (await (await fetch(`${sandbox}/control/supplies?limit=1`)).json()) as Array<{ supplier: string }>
	expect(delivered?.supplier).toBe('gamesdrop')
})

test('nobody can deliver: the money goes back, and the order says so', async ({ page }, info) => {
	await buySupply(page, '700200666')
	await tagPage(page)
	await expect(heading(page)).toHaveText('Доставить не получилось', soon)
	await expect(goods(page)).toContainText('возврат денег')
	await expect(timeline(page)).toContainText(/Вернули \d/, soon)
	await expect(page.getByText(/^Вернули .+ Деньги придут туда, откуда платили/)).toBeVisible()
	await expectLive(page)
	await expectLetter(page, sql('select max(id) from orders'), /вернули \d/, info)
})
