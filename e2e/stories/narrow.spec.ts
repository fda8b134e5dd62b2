// The narrowest screen the shop is for: an old phone, or a desktop at a zoom of 400 %.
import { expect, type Page, test } from '@playwright/test'

const width = 320

test.use({ viewport: { width, height: 640 } })

const expectFits = (page: Page) =>
	expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

test('nothing sticks out of 320 px: home, a game, its sheet and the basket', async ({ page }) => {
	await page.goto('/ru')
	await expect(page.getByRole('button', { name: 'Остановить смену слайдов' })).toBeVisible()
	await expectFits(page)

	await page.goto('/ru/games/1')
	await page
		.getByRole('button', { name: /^Прибавить/ })
		.first()
		.click()
	const amount = page.getByRole('spinbutton').first()
	await expect(amount).toHaveValue('1')
	expect((await amount.boundingBox())?.width).toBeGreaterThan(30)
	await expectFits(page)

	await page.getByLabel('Эл. почта').fill('pokupatel@example.ru')
	await page.getByRole('button', { name: 'Оплатить', exact: true }).filter({ visible: true }).click()
	await expect(page.getByRole('button', { name: 'Всё верно, к оплате' })).toBeInViewport({ ratio: 1 })
	await page.getByRole('button', { name: 'Закрыть' }).click()

	await page.getByRole('link', { name: /^Корзина: 1 товар/ }).click()
	const basket = page.getByRole('dialog', { name: 'Корзина' })
	await expect(basket.getByRole('button', { name: /^Убрать/ })).toBeInViewport({ ratio: 1 })
	await expectFits(page)
})
