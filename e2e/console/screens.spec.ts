// Every screen of the console with a signed-in person: accessible, nothing wider than the window.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { hire } from './operator.ts'
import { because, expect, expectAccessible, followReads, isPhone, listen } from './page.ts'

const screens = {
	'/console/': 'Главная',
	'/console/?days=30': 'Главная',
	'/console/profit?by=game': 'Доходы и расходы',
	'/console/customers': 'Покупатели',
	'/console/queue': 'Требует человека',
	'/console/orders': 'Заказы',
	'/console/orders/1': 'Заказ 1',
	'/console/refunds': 'Возвраты',
	'/console/receipts': 'Чеки',
	'/console/catalog': 'Каталог',
	'/console/catalog/5': 'Genshin Impact',
	'/console/prices': 'Цены',
	'/console/stock': 'Склад кодов',
	'/console/suppliers?supplier=moogold': 'Поставщики',
	'/console/suppliers?supplier=moogold&tab=attempts': 'Поставщики',
	'/console/stock?tab=codes': 'Склад кодов',
	'/console/promo': 'Промокоды',
	'/console/promo?tab=batches': 'Промокоды',
	'/console/reviews': 'Отзывы',
	'/console/payments': 'Приём платежей',
	'/console/payments?tab=providers': 'Приём платежей',
	'/console/payments?tab=rates': 'Приём платежей',
	'/console/payments?tab=routes': 'Приём платежей',
	'/console/content': 'Витрина',
	'/console/content/articles/about': 'О магазине',
	'/console/content?tab=questions': 'Витрина',
	'/console/content?tab=banners': 'Витрина',
	'/console/content?tab=contacts': 'Витрина',
	'/console/content?tab=letters': 'Витрина',
	'/console/reconciliation': 'Сверка',
	'/console/reconciliation?side=bank': 'Сверка',
	'/console/books': 'Книги',
	'/console/books?tab=periods': 'Книги',
	'/console/staff': 'Сотрудники и роли',
	'/console/staff?tab=invitations': 'Сотрудники и роли',
	'/console/staff?tab=roles': 'Сотрудники и роли',
	'/console/staff?tab=deadlines': 'Сотрудники и роли',
	'/console/settings': 'Настройки',
	'/console/audit': 'Журнал действий',
	'/console/account': 'Мои сессии и ключи',
	'/console/nowhere': 'Такой страницы нет',
}

/** A part of the screens is one test: all of them take longer than a test may. */
const parts = 3
for (let part = 0; part < parts; part++) {
	test(`screens are accessible and fit the window, part ${part + 1}`, async ({ page }) => {
		test.setTimeout(420_000)
		const errors = listen(page)
		const read = followReads(page)
		await hire(page, 'admin')
		const promo = sql(`select id from promo_codes where code = 'UC8'`)
		const all = Object.entries({ ...screens, [`/console/promo/${promo}`]: 'UC8' })
		for (const [path, title] of all.filter((_, n) => n % parts === part)) {
			await page.goto(path)
			await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
			await read()
			// Colours are the same on a phone; in the gate kit.spec shows every part in the dark.
			await expectAccessible(page, isPhone(page) || !process.env.NIGHTLY ? ['light'] : undefined)
			expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBeLessThanOrEqual(0)
		}
		expect(errors).toEqual([])
	})
}

test('an administrator invites a person and reads it in the audit', async ({ page }) => {
	await hire(page, 'admin')
	await page.goto('/console/staff')
	await page.getByRole('button', { name: 'Пригласить' }).click()
	const dialog = page.getByRole('dialog', { name: 'Пригласить сотрудника' })
	const email = `new-${Date.now()}@staff.example`
	await dialog.getByLabel('Почта').fill(email)
	await because(dialog)
	await dialog.getByRole('button', { name: 'Пригласить' }).click()
	await expect(page.getByText('Письмо с приглашением отправлено')).toBeVisible()
	await page.getByRole('button', { name: 'Приглашения' }).click()
	await expect(page.getByText(email)).toBeVisible()
	await page.goto('/console/audit')
	await expect(page.getByRole('link', { name: /^Приглашение/ }).first()).toBeVisible()
})

test('the menu follows the role, and a forbidden page says what is missing', async ({ page }) => {
	await hire(page, 'catalog')
	await page.goto('/console/orders')
	if (isPhone(page)) await page.getByRole('button', { name: 'Ещё' }).click()
	await expect(page.getByText('Сотрудники и роли')).toBeHidden()
	await page.goto('/console/staff')
	await expect(page.getByText('Нужно право «Приглашать и отключать людей»')).toBeVisible()
	await page.goto('/console/audit')
	await expect(page.getByText('Здесь ваши собственные действия')).toBeVisible()
})

test('every screen is reached by keys alone', async ({ page }) => {
	test.skip(isPhone(page), 'a phone has no keyboard')
	await hire(page, 'admin')
	await page.goto('/console/orders')
	await expect(page.getByRole('heading', { level: 1, name: 'Заказы' })).toBeVisible()
	for (const [keys, title] of [
		['gq', 'Требует человека'],
		['ga', 'Журнал действий'],
		['gs', 'Сотрудники и роли'],
		['go', 'Заказы'],
	] as const) {
		await page.keyboard.type(keys)
		await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
	}
})
