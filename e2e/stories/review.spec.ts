// What a buyer with an account can do besides: choose where money goes, and leave a review that others see.
import { expect, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { buySupply, expectStateAccessible, heading, resetSuppliers, signIn, soon, supplier } from './delivery.ts'

test.setTimeout(120_000)
test.beforeEach(resetSuppliers)

test('a review is left by keyboard and seen by everybody', async ({ page, context }, { project }) => {
	await signIn(context, 'Звёздочёт')
	await buySupply(page, '700909909')
	await expect(heading(page)).toHaveText('Заказ доставлен', soon)
	const form = page.getByRole('region', { name: 'Оставить отзыв' })
	await form.getByRole('radio', { name: '4 из 5' }).focus()
	await page.keyboard.press('ArrowRight')
	await expect(form.getByRole('radio', { name: '5 из 5' })).toBeChecked()
	await expectStateAccessible(page)
	const words = `Пришло быстрее, чем заварился чай: ${project.name} ${Date.now().toString(36)}` // not a long number, which would wait for an operator
	await form.getByLabel('Пара слов о заказе').fill(words)
	await form.getByRole('button', { name: 'Отправить отзыв' }).click()
	await expect(form).toContainText('Он уже на странице отзывов')
	await form.getByRole('link', { name: 'Все отзывы' }).click()
	await page.waitForURL('**/ru/feedback')
	await expect(page.getByText(words)).toBeVisible()
})

test('a review that has to be looked at says so, and there is one per order', async ({ page, context }) => {
	await signIn(context, 'Скептик')
	await buySupply(page, '700909910')
	await expect(heading(page)).toHaveText('Заказ доставлен', soon)
	const form = page.getByRole('region', { name: 'Оставить отзыв' })
	await form.getByRole('radio', { name: '2 из 5' }).check({ force: true })
	await form.getByLabel('Пара слов о заказе').fill('Ждал дольше обещанного')
	await form.getByRole('button', { name: 'Отправить отзыв' }).click()
	await expect(form).toContainText('после проверки')
	await page.reload()
	await expect(heading(page)).toHaveText('Заказ доставлен')
	await page.waitForLoadState('networkidle')
	await expect(form).toBeHidden()
})

test('money for what cannot be delivered goes to the balance, if the buyer wants it there', async ({
	page,
	context,
}) => {
	const user = await signIn(context, 'Бережливый')
	await supplier('moogold', { processing_ms: 8_000 })
	await supplier('gamesdrop', { processing_ms: 100 })
	try {
		await buySupply(page, '700909666')
		await page.getByRole('radio', { name: /На баланс/ }).check()
		await expect(page.getByText('Запомнили')).toBeVisible()
		await expect(heading(page)).toHaveText('Доставить не получилось', soon)
		await expect(page.getByText(/^Вернули .+ на баланс/)).toBeVisible(soon)
		expect(sql(`select refund_to from orders where user_id = ${user}`)).toBe('balance')
	} finally {
		for (const name of ['moogold', 'gamesdrop']) await supplier(name, { processing_ms: 1_000 })
	}
})
