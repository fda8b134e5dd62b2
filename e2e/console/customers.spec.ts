// A buyer is found, noted and blocked, so that they cannot order; then erased by two people.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { openDesk } from './desk.ts'
import { hire } from './operator.ts'
import { because, expect, expectStateAccessible, isPhone } from './page.ts'

test.setTimeout(240_000)

test('a buyer is found, noted, blocked, and erased by two people', async ({ page, browser }, info) => {
	test.skip(isPhone(page), 'two people sit at a desk')
	const email = `buyer-${Date.now()}@box.example`
	const id = sql(`insert into users (email, nickname, created) values ('${email}', 'Ольга', now()) returning id`)
	const { page: desk, errors } = await openDesk(browser, page, 'admin')
	const act = async (at: typeof desk, button: string) => {
		await at.getByRole('button', { name: button }).click()
		const dialog = at.getByRole('dialog', { name: button, exact: true })
		await because(dialog, 'Письмо 123')
		await dialog.getByRole('button', { name: button }).click()
		await expect(dialog).toBeHidden()
	}

	await desk.goto('/console/customers')
	await desk.getByLabel('Почта, телефон или номер профиля').fill(email.toUpperCase())
	await desk.getByRole('button', { name: 'Найти', exact: true }).click()
	await desk.getByRole('link', { name: 'Ольга' }).click()
	await desk.getByLabel('Новая заметка').fill('Возвращал дважды')
	await desk.getByRole('button', { name: 'Записать' }).click()
	await expect(desk.getByRole('listitem').filter({ hasText: 'Возвращал дважды' })).toBeVisible()

	await act(desk, 'Заблокировать')
	await expect(desk.getByText('Гостям с этой почтой тоже не продаём')).toBeVisible()
	await expectStateAccessible(desk)
	await desk.screenshot({ path: info.outputPath('blocked.png') })
	const order = { products: [{ product_id: 3, quantity: 1 }], email }
	const refused = await page.request.post('/api/orders/pubg/', { data: order })
	expect(refused.status()).toBe(403)
	expect(sql(`select count(*) from orders where email = '${email}'`)).toBe('0')

	await act(desk, 'Глазами покупателя')
	await expect(desk.getByText('Только просмотр. Запись об этом уже в журнале.')).toBeVisible()
	await desk.keyboard.press('Escape')

	await act(desk, 'Стереть по просьбе')
	await expect(desk.getByText('Подтвердить должен другой человек.')).toBeVisible()
	const another = { viewport: page.viewportSize(), ignoreHTTPSErrors: true, locale: 'ru-RU' }
	const other = await (await browser.newContext(another)).newPage()
	await hire(other, 'admin')
	await other.goto(`/console/customers/${id}`)
	await act(other, 'Стереть данные')
	await expect(other.getByText(/^Данные стёрты/)).toBeVisible()
	await expect(other.getByText('Возвращал дважды')).toBeHidden()
	await other.screenshot({ path: info.outputPath('erased.png') })
	expect(sql(`select coalesce(email, '-') || ' ' || nickname from users where id = ${id}`)).toBe('- Удалённый профиль')
	expect(errors).toEqual([])
})
