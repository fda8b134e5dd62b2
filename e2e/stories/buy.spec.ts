// What a buyer does before the pay page, with scripts and without.
import { expect, type Page, test } from '@playwright/test'

test.setTimeout(120_000)

const email = 'kot@example.ru'

test('an empty e-mail on a gift’s page is said next to the field, which gets the focus', emailIsAskedFor)

test('the first tap on a quick sum of Steam is not lost', async ({ page }) => {
	await page.goto('/ru/games/3')
	await page.getByText('500 ₽', { exact: true }).click()
	await expect(page.getByRole('radio', { name: '500 ₽', exact: true })).toBeChecked()
	await expect(page.getByLabel('Придёт на кошелёк, ₽')).toHaveValue('500')
	await expect(page.getByLabel(/Цена с комиссией Steam 9\s%, ₽/)).toHaveValue('549,46')
	await expect(page.getByRole('region', { name: 'Чек' })).toContainText(/На кошелёк придёт\s*500,00/)
})

test('back from the pay page finds the quantities as they were', async ({ page }) => {
	await page.goto('/ru/games/1')
	await page.getByRole('button', { name: '660 UC', exact: true }).click()
	await expect(page.getByLabel('660 UC', { exact: true })).toHaveValue('1')
	await page.getByRole('button', { name: 'Прибавить: 660 UC' }).click()
	await page.getByLabel('Эл. почта').fill(email)
	await page
		.getByRole('button', { name: /^(Оплатить|Проверить и оплатить)$/ })
		.filter({ visible: true })
		.click()
	const sheet = page.getByRole('dialog')
	// What will be charged: two packs of 730,55 and the fee of the preselected method, 1,5 %.
	await expect(sheet).toContainText(/1\s483,02\s₽/)
	await expect(sheet).toContainText(/С комиссией способа оплаты, 1,5\s%/)
	await sheet.getByRole('button', { name: 'Всё верно, к оплате' }).click()
	await page.waitForURL('**/pay')
	await page.goBack({ waitUntil: 'commit' })
	await expect(page.getByLabel('660 UC', { exact: true })).toHaveValue('2')
})

test('the player’s name is shown as the id is typed', async ({ page }) => {
	await page.goto('/ru/games/5')
	await page.getByLabel('Сервер', { exact: true }).selectOption({ index: 1 })
	await page.getByLabel('ID игрока', { exact: true }).fill('700909909')
	await expect(page.getByText(/^(Игрок: |Аккаунт найден)/)).toBeVisible({ timeout: 20_000 })
})

test.describe('without scripts', () => {
	test.use({ javaScriptEnabled: false })

	test('an empty e-mail on a gift’s page is said next to the field, which gets the focus', emailIsAskedFor)

	test('a promo code changes the total', async ({ page }) => {
		await page.goto('/ru/games/1')
		await page.getByLabel('660 UC', { exact: true }).fill('1')
		await page.getByLabel('Промокод').fill('UC8')
		await page.getByRole('button', { name: 'Применить' }).click()
		await expect(page.getByText('Скидка 8 %. Сумма уже с ней.')).toBeVisible()
		await expect(page.getByLabel('660 UC', { exact: true })).toHaveValue('1')
		await expect(page.getByRole('region', { name: 'Чек' })).toContainText(/К оплате\s*682,19\s₽/)
	})

	test('a quick sum of Steam is enough to order', async ({ page }) => {
		await page.goto('/ru/games/3')
		await page.getByText('500 ₽', { exact: true }).click()
		await page.getByLabel('Логин Steam').fill('kot_77')
		await page.getByLabel('Эл. почта').fill(email)
		// Its label is in a <noscript>, which Playwright leaves out of names.
		const submit = page.locator('main button[type=submit].lamp-button').filter({ visible: true })
		await expect(submit).toHaveText('Оплатить', { useInnerText: true })
		await submit.click()
		await expect(page).toHaveURL(/\/ru\/orders\/\w+\/pay$/)
		await expect(page.getByRole('main')).toContainText(/549,46\s₽/)
	})

	test('Enter in a field sends the order, not the promo code', async ({ page }) => {
		await page.goto('/ru/games/1')
		await page.getByLabel('660 UC', { exact: true }).fill('1')
		await page.getByLabel('Эл. почта').fill(email)
		await page.getByLabel('Эл. почта').press('Enter')
		await expect(page).toHaveURL(/\/ru\/orders\/\w+\/pay$/)
	})
})

async function emailIsAskedFor({ page }: { page: Page }) {
	await page.goto('/ru/gifts/detalis/1')
	await page.getByRole('button', { name: 'Купить подарок' }).filter({ visible: true }).click()
	await expect(page.getByLabel('Эл. почта')).toBeFocused()
	await expect(page.getByLabel('Эл. почта')).toBeInViewport()
	await expect(page.getByText('Укажите почту: на неё придёт ссылка на заказ.')).toBeVisible()
	await expect(page.getByText('опечатка')).toHaveCount(0)
}
