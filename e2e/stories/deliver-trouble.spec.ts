// Suppliers fail, and the buyer gets the goods all the same or the money back.
import { expect, test } from '@playwright/test'
import { allWell, expectLive, fillSupply, goods, heading, mark, pay, soon, supplier, toPay } from './delivering.ts'
import { timeline } from './paying.ts'

test.setTimeout(120_000)
test.beforeEach(allWell)
test.afterEach(allWell)

const sandbox = process.env.SANDBOX_URL ?? ''

test('the first supplier is down: the second delivers', async ({ page }) => {
	await supplier('moogold', { down: true })
	await fillSupply(page, '700200300')
	await toPay(page)
	await pay(page)
	await mark(page)
	await expect(heading(page)).toHaveText('Заказ доставлен', soon)
	await expect(goods(page)).toContainText('доставлено')
	await expectLive(page)
	const [handed] = (await (await fetch(`${sandbox}/control/supplies?limit=1`)).json()) as Array<{ supplier: string }>
	expect(handed?.supplier).toBe('gamesdrop')
})

test('nobody can deliver: the money goes back, and the order says so', async ({ page }) => {
	await fillSupply(page, '700200666')
	await toPay(page)
	await pay(page)
	await mark(page)
	await expect(heading(page)).toHaveText('Доставить не получилось', soon)
	await expect(goods(page)).toContainText('возврат денег')
	await expect(timeline(page)).toContainText(/Вернули \d/, soon)
	await expect(page.getByText(/^Вернули .+ На карту деньги приходят/)).toBeVisible()
	await expectLive(page)
})
