// The parts every screen of the console is built of, in every state they have.
import { test } from '@playwright/test'
import { because, expect, expectAccessible, isPhone, listen, pretendSignedIn } from './page.ts'

test.beforeEach(async ({ page }) => {
	await pretendSignedIn(page)
	await page.goto('/console/kit')
	await expect(page.getByRole('heading', { level: 1, name: 'Детали' })).toBeVisible()
})

test('the document allows scripts and styles from files of its own only', async ({ request }) => {
	const response = await request.get('/console/orders/1')
	const policy = response.headers()['content-security-policy'] ?? ''
	expect(response.status()).toBe(200)
	expect(policy).toContain("default-src 'none'")
	expect(policy).not.toContain('unsafe')
	expect(await response.text()).not.toMatch(/<script(?![^>]*\bsrc=)|<style|\sstyle=/)
	expect((await request.get('/console/assets/none.js')).status()).toBe(404)
})

test('every part is accessible in both themes', async ({ page }) => {
	const errors = listen(page)
	await page.reload()
	await expect(page.getByText('Не прочитали')).toBeVisible()
	await expectAccessible(page)
	expect(errors).toEqual([])
})

test('a dialog traps the focus, says what happens, and returns the focus', async ({ page }) => {
	const opener = page.getByRole('button', { name: 'Действие…', exact: true })
	await opener.click()
	const dialog = page.getByRole('dialog', { name: 'Вернуть деньги' })
	await expect(dialog.getByText('Покупатель получит деньги тем же способом')).toBeVisible()
	await expectAccessible(page)
	await dialog.getByRole('button', { name: 'Разрешить' }).click()
	await expect(dialog.getByText('Сумма цифрами, например 150,50')).toBeVisible()
	for (let press = 0; press < 12; press++) await page.keyboard.press('Tab')
	expect(await dialog.evaluate((node) => node.contains(document.activeElement))).toBe(true)
	await page.keyboard.press('Escape')
	await expect(dialog).toBeHidden()
	await expect(opener).toBeFocused()
})

test('a stale action is refused in words inside the dialog', async ({ page }) => {
	await page.getByRole('button', { name: 'Действие по старым данным…' }).click()
	const dialog = page.getByRole('dialog', { name: 'Вернуть деньги' })
	await dialog.getByLabel('Сумма, ₽').fill('150')
	await because(dialog)
	await dialog.getByRole('button', { name: 'Разрешить' }).click()
	await expect(dialog.getByRole('alert')).toHaveText('Пока вы смотрели, единицу доставили. Возвращать нечего.')
})

test('the drawer is in the address', async ({ page }) => {
	await page.getByRole('button', { name: 'Панель' }).click()
	await expect(page.getByRole('dialog', { name: 'Запись 31' })).toBeVisible()
	expect(new URL(page.url()).search).toBe('?fact=31')
	await page.reload()
	await expect(page.getByRole('dialog', { name: 'Запись 31' })).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page).toHaveURL(/\/console\/kit$/)
})

test('filters are in the address and can be dropped', async ({ page }) => {
	await page.getByRole('button', { name: 'Фильтр' }).click()
	await page.getByRole('menuitem', { name: 'Статус' }).click()
	await page.getByRole('checkbox', { name: 'оплачен' }).check()
	await page.getByRole('checkbox', { name: 'выполнен' }).check()
	await page.getByRole('button', { name: 'Применить' }).click()
	await expect(page).toHaveURL(/\?status=paid%2Cdone$/)
	await page.getByRole('button', { name: 'Убрать «Статус»' }).click()
	await expect(page).toHaveURL(/\/console\/kit$/)
})

test('the keyboard moves, selects and finds; the sheet lists what works', async ({ page }) => {
	test.skip(isPhone(page), 'a phone has no keyboard')
	await page.keyboard.press('j')
	await page.keyboard.press('j')
	await page.keyboard.press('x')
	await expect(page.getByRole('checkbox', { name: 'Выбрать заказ 481988' })).toBeChecked()
	await expect(page.getByRole('toolbar')).toContainText('Выбрано 1')
	await page.keyboard.press('Shift+Slash')
	const sheet = page.getByRole('dialog', { name: 'Клавиши' })
	await expect(sheet.getByText('Следующая строка')).toBeVisible()
	await expect(sheet.getByText('Взять следующее')).toBeHidden()
	await page.keyboard.press('Escape')
	await page.keyboard.press('Control+k')
	const palette = page.getByRole('dialog', { name: 'Найти всё' })
	await palette.getByRole('combobox').fill('журнал')
	await expect(palette.getByRole('option')).toHaveText([/Журнал действий/])
	await expectAccessible(page)
	await page.keyboard.press('Enter')
	await expect(page).toHaveURL(/\/console\/audit$/)
})

test('on a phone the list is cards and the menu is under the thumb', async ({ page }) => {
	test.skip(!isPhone(page), 'a desktop has the table')
	await expect(page.getByRole('table', { name: 'Заказы' })).toBeHidden()
	await expect(page.getByRole('list', { name: 'Заказы' }).getByRole('link')).toHaveCount(4)
	await page.getByRole('button', { name: 'Ещё' }).click()
	await expect(page.getByRole('menuitem', { name: 'Журнал действий' })).toBeVisible()
	expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
})

test('a chosen theme stays, whatever the system says', async ({ page }) => {
	await page.emulateMedia({ colorScheme: 'light' })
	const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
	const light = await ground()
	const menu = page.getByRole('navigation', { name: 'Разделы' })
	await menu.getByRole('button', { name: isPhone(page) ? 'Ещё' : /Илья Громов/ }).click()
	await page.getByRole('menuitemradio', { name: 'Тёмная тема' }).click()
	await expect.poll(ground).not.toBe(light)
	await page.reload()
	await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
	expect(await ground()).not.toBe(light)
})
