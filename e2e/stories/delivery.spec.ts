// After "Деньги получены": every kind of goods arrives, live, on the page the buyer has open.
import { expect, test } from '@playwright/test'
import {
	buySupply,
	email,
	expectStateAccessible,
	expectLive,
	fault,
	fillLot,
	fillSupply,
	goods,
	heading,
	larek,
	orderButton,
	pay,
	resetSuppliers,
	soon,
	tagPage,
	toPay,
} from './delivery.ts'
import { timeline } from './payment.ts'

test.setTimeout(120_000)
test.beforeEach(resetSuppliers)
test.afterEach(resetSuppliers)

test('a wrong id is refused at its field before any money is taken', async ({ page }) => {
	await fillSupply(page, '700123404')
	const field = page.getByLabel('ID игрока', { exact: true })
	await expect(field).toHaveAccessibleDescription(/аккаунт не найден/)
	await orderButton(page, 'Проверьте ID').click()
	await expect(field).toBeFocused()
	await field.fill('700123456')
	await expect(field).not.toHaveAttribute('aria-invalid')
	await toPay(page)
	await expect(page.getByRole('region', { name: 'Чек' })).toContainText('Игрок: Игрок-3456')
})

test('a wrong id nobody could check is corrected on the order page, and delivered', async ({ page }) => {
	for (const name of ['moogold', 'gamesdrop']) await fault(name, 'check', 5)
	await buySupply(page, '700777404')
	await tagPage(page)
	await expect(heading(page)).toHaveText('Проверьте данные', soon)
	const form = page.getByRole('region', { name: 'Проверьте данные' })
	await expect(form).toContainText('ID 700777404')
	await expect(form).toContainText(/Исправить можно до \d+ .+, потом вернём деньги/)
	await expect(goods(page)).toContainText('Аккаунт с такими данными не найден')
	await expectStateAccessible(page)
	await form.getByLabel('ID игрока').fill('700777456')
	await form.getByRole('button', { name: 'Исправить и отправить' }).click()
	await expect(heading(page)).toHaveText('Заказ доставлен', soon)
	await expect(timeline(page)).toContainText('Данные для доставки исправлены')
	await expect(goods(page)).toContainText('ID 700777456')
	const proof = page.locator('details', { hasText: 'Подтверждение доставки' })
	await proof.locator('summary').click()
	await expect(proof).toContainText('Куда: игрок 700777456')
	await expect(proof).toContainText(/Номер доставки: \d+/)
	await expect(proof).toContainText(/Подпись: [\w-]{86}/)
	await expectLive(page)
})

test('a Steam wallet: no such login is told at the field, the right one is topped up', async ({ page }) => {
	await page.goto('/ru/games/3')
	await page.getByLabel(/Цена с комиссией Steam/).fill('500')
	const login = page.getByLabel('Логин Steam')
	await login.fill('noone_here')
	await page.getByLabel('Эл. почта').fill(email)
	await expect(login).toHaveAccessibleDescription(/аккаунт не найден/)
	await orderButton(page, 'Проверьте логин').click()
	await expect(login).toBeFocused()
	await login.fill('night_kiosk')
	await toPay(page)
	await pay(page)
	await tagPage(page)
	await expect(heading(page)).toHaveText('Кошелёк пополнен', soon)
	await expect(goods(page)).toContainText('логин night_kiosk')
	await expectLive(page)
})

test('a gift: its key is hidden until tapped', async ({ page }) => {
	await page.goto('/ru/gifts/detalis/1')
	await page.getByLabel('Эл. почта').fill(email)
	await page
		.getByRole('button', { name: /^Купить/ })
		.filter({ visible: true })
		.click()
	const sheet = page.getByRole('dialog', { name: 'Проверьте заказ' })
	await expect(sheet).toContainText('Россия и СНГ')
	await sheet.getByRole('button', { name: 'Всё верно, к оплате' }).click()
	await page.waitForURL(/\/pay$/)
	await expect(page.getByRole('region', { name: 'Чек' })).toContainText('Активация: Россия и СНГ')
	await pay(page)
	await tagPage(page)
	await expect(heading(page)).toHaveText('Ключ ваш', soon)
	const key = page.locator('.code-field')
	await expect(key).toContainText('•')
	await page.getByRole('button', { name: 'Показать и скопировать' }).click()
	await expect(key).not.toContainText('•')
	await expect(goods(page)).toContainText('Регион активации')
	await expectStateAccessible(page)
	await expectLive(page)
})

test('Standoff gold: the lot is told step by step, and an operator buys it', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await fillLot(page)
	await toPay(page)
	await pay(page)
	await tagPage(page)
	await expect(heading(page)).toHaveText('Ждём ваш лот', soon)
	const lot = page.getByRole('region', { name: 'Выставьте лот' })
	await expect(lot.getByRole('listitem')).toHaveCount(4)
	await expect(lot).toContainText(/Ждём лот до завтра, \d\d:\d\d/)
	await lot.getByRole('button', { name: 'Скопировать цену' }).click()
	const price = await page.evaluate(() => navigator.clipboard.readText())
	expect(price).toMatch(/^\d+,\d\d$/)
	await expect(lot).toContainText(`${price} голды`)

	await expectStateAccessible(page)

	let task: string | undefined
	await expect
		.poll(() => {
			const open = larek('queue', 'list')
				.split('\n')
				.filter((line) => line.includes('standoff'))
			task = open.at(-1)?.split('\t')[0]
			return task
		}, soon)
		.toBeTruthy()
	larek('queue', 'take', task ?? '', '--as', 'Лена')
	larek('queue', 'done', task ?? '', '--as', 'Лена', '--proof', 'лот 4711 выкуплен')
	await expect(heading(page)).toHaveText('Голда доставлена', soon)
	await expectLive(page)
})
