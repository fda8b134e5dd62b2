// A review that waits is published and answered; buyers read both.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { openDesk } from './desk.ts'
import { because, expect, expectStateAccessible } from './page.ts'

test.setTimeout(240_000)

test('a review is published, answered and hidden', async ({ page, browser }, info) => {
	const text = `Ждал долго ${Date.now()}`
	sql(`insert into feedback (order_id, text, rating, state, created)
		select o.id, '${text}', 2, 'waiting', now() from orders o
		where o.status = 'done' and not exists (select from feedback f where f.order_id = o.id) order by o.id desc limit 1`)
	const { page: desk, errors } = await openDesk(browser, page, 'operator')
	await desk.goto('/console/reviews')
	const item = desk.getByRole('listitem').filter({ hasText: text })
	const press = async (button: string, words: string, field = 'Пояснение') => {
		await item.getByRole('button', { name: button }).click()
		const dialog = desk.getByRole('dialog', { name: button })
		await because(dialog)
		await dialog.getByLabel(field).fill(words)
		await dialog.getByRole('button', { name: button }).click()
		await expect(dialog).toBeHidden()
	}
	await expect(item).toBeVisible()
	await press('Показать всем', 'Честный отзыв')
	await expect(item).toBeHidden()
	await desk.getByRole('button', { name: 'Видны всем' }).click()
	await press('Ответить', 'Теперь быстрее', 'Ответ магазина')
	await expect(item.getByText('Теперь быстрее')).toBeVisible()
	await expectStateAccessible(desk)
	await desk.screenshot({ path: info.outputPath('reviews.png') })
	await expect(async () => {
		await page.goto('/ru/feedback')
		await expect(page.getByText('Теперь быстрее')).toBeVisible({ timeout: 1_000 })
	}).toPass()
	await page.screenshot({ path: info.outputPath('buyer.png') })
	await press('Скрыть', 'Проверка')
	await expect(item).toBeHidden()
	expect(errors).toEqual([])
})
