import { expect, test } from '@playwright/test'
import { tabTo } from './keyboard.ts'

test('a game is found by a misspelt name and its order form filled in, by keyboard only', async ({ page }, {
	project,
}) => {
	await page.goto('/ru')
	if (project.name === 'phone') {
		await tabTo(page, page.getByRole('navigation', { name: 'Быстрый переход' }).getByRole('link', { name: 'Поиск' }))
		await page.keyboard.press('Enter')
		await page.waitForURL('**/ru/search')
	}
	const box = page.locator('input[name=q]').filter({ visible: true }).first()
	await tabTo(page, box)
	await page.keyboard.type('геншын импокт')
	await page.keyboard.press('Enter')
	await page.waitForURL(/\/ru\/search\?q=/)

	const game = page.getByRole('main').locator('a[href="/ru/games/5"]').first()
	await tabTo(page, game)
	await page.keyboard.press('Enter')
	await page.waitForURL('**/ru/games/5')
	await expect(page.getByRole('heading', { level: 1 })).toContainText('Genshin')

	await tabTo(page, page.getByRole('button', { name: /^Прибавить/ }).first())
	await page.keyboard.press('Enter')
	await tabTo(page, page.getByLabel('ID игрока', { exact: true }))
	await page.keyboard.type('700123456')
	await tabTo(page, page.getByLabel('Сервер', { exact: true }))
	await page.keyboard.press('ArrowDown')
	await tabTo(page, page.getByLabel('Эл. почта'))
	await page.keyboard.type('pokupatel@example.ru')
	const submit = page.getByRole('button', { name: /^(Проверить и оплатить|Оплатить)$/ }).filter({ visible: true })
	await tabTo(page, submit)
	await page.keyboard.press('Enter')

	const sheet = page.getByRole('dialog', { name: 'Проверьте заказ' })
	await expect(sheet).toContainText('700123456')
	await expect(sheet).toContainText('pokupatel@example.ru')
	await tabTo(page, sheet.getByRole('button', { name: 'Всё верно' }))
	await page.keyboard.press('Enter')
	await page.waitForURL(/\/ru\/orders\/[0-9A-Za-z]{26}\/pay$/)
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Чем платим')
})
