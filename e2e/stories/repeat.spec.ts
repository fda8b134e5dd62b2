// The same once more: from the order page, and from the slip on the game's page.
import { expect, type Page, test } from '@playwright/test'
import { sql } from '../shop.ts'
import {
	email,
	expectStateAccessible,
	fillSupply,
	heading,
	pay,
	resetSuppliers,
	signIn,
	soon,
	toPay,
} from './delivery.ts'

test.setTimeout(120_000)
test.beforeEach(resetSuppliers)
test.afterEach(resetSuppliers)

const player = '700555777'

async function expectPrefilled(page: Page, withEmail: boolean): Promise<void> {
	await expect(page.getByLabel('ID игрока', { exact: true })).toHaveValue(player)
	await expect(page.getByLabel('Сервер', { exact: true })).not.toHaveValue('')
	await expect(page.getByRole('spinbutton').first()).toHaveValue('1')
	if (withEmail) await expect(page.getByLabel('Эл. почта')).toHaveValue(email)
	await toPay(page)
	await expect(page.getByRole('region', { name: 'Чек' })).toContainText(player)
}

test('«Повторить» on the order page fills in the form of the game', async ({ page }) => {
	await fillSupply(page, player)
	await toPay(page)
	await pay(page)
	await expect(heading(page)).toHaveText('Заказ доставлен', soon)
	await page.evaluate(() => sessionStorage.clear())
	await page.getByRole('link', { name: 'Повторить заказ' }).click()
	await page.waitForURL('**/ru/games/5')
	await expectPrefilled(page, true)
})

test('a game that is not sold any more says so instead', async ({ page }) => {
	await fillSupply(page, player)
	await toPay(page)
	await pay(page)
	await expect(heading(page)).toHaveText('Заказ доставлен', soon)
	sql('update games set is_active = false where id = 5')
	try {
		// The API is notified in a moment, and answers from its cache until then.
		await expect.poll(async () => (await page.request.get('/api/games/5/')).status()).toBe(404)
		await page.getByRole('link', { name: 'Повторить заказ' }).click()
		await expect(page.getByText('Эта игра сейчас не продаётся')).toBeVisible()
		await expect(page).toHaveURL(/\/details$/)
	} finally {
		sql('update games set is_active = true where id = 5')
	}
})

for (const who of ['a guest', 'a buyer with an account'] as const) {
	test(`the slip with the last order fills in the form for ${who}, once`, async ({ page, context }) => {
		if (who !== 'a guest') await signIn(context, 'Полуночник')
		await fillSupply(page, player)
		await toPay(page)
		await pay(page)
		await page.goto('/ru/games/5')
		await page.mouse.move(5, 5)
		const slip = page.getByRole('complementary', { name: 'Прошлый заказ' })
		// Hidden in the tab that has just ordered.
		await page.waitForLoadState('networkidle')
		await expect(slip).toBeHidden()
		await page.evaluate(() => sessionStorage.clear())
		await page.reload()
		await page.mouse.move(9, 9)
		await expect(slip).toContainText(player)
		await expectStateAccessible(page)
		await slip.getByRole('button', { name: 'Повторить' }).click()
		await expect(slip).toBeHidden()
		await expectPrefilled(page, who === 'a guest')
	})
}
