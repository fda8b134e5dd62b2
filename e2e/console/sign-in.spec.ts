// The way into the console, and what keeps others out of it.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { accept, enrol, enterPassword, hire, invite, totp } from './operator.ts'
import { expect, expectStateAccessible, isPhone, listen } from './page.ts'

const menuButton = (phone: boolean) => ({ name: phone ? 'Ещё' : /Нина Орлова/ })

test('an invitation becomes a password, a second factor and a place in the console', async ({ page }) => {
	const errors = listen(page)
	const operator = await accept(page, 'operator')
	await expectStateAccessible(page)
	await enrol(page, operator)
	expect(operator.recoveryCodes).toHaveLength(10)
	const cookie = (await page.context().cookies()).find(({ name }) => name === '__Host-console')
	expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Strict', path: '/' })

	await page.getByRole('button', menuButton(isPhone(page))).click()
	await page.getByRole('menuitem', { name: 'Выйти' }).click()
	await expect(page.getByRole('heading', { name: 'Вход' })).toBeVisible()
	await expectStateAccessible(page)
	await enterPassword(page, operator)
	await expect(page.getByRole('heading', { name: 'Второй шаг' })).toBeVisible()
	await expectStateAccessible(page)
	await page.getByLabel('Код из приложения').fill(totp(operator.secret, 1))
	await page.getByRole('button', { name: 'Продолжить' }).click()
	await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible()
	expect(errors).toEqual([])
})

test('a link of an invitation works once', async ({ page, context }) => {
	const { link } = invite('operator')
	await page.goto(link)
	await page.getByLabel('Как вас зовут').fill('Нина Орлова')
	await page.getByLabel('Пароль').fill('ночной ларёк у вокзала')
	await page.getByRole('button', { name: 'Принять приглашение' }).click()
	await expect(page.getByRole('heading', { name: 'Второй фактор' })).toBeVisible()
	await context.clearCookies()
	await page.goto('/console/sign-in')
	await page.goto(link)
	await expect(page.getByText('Приглашение не подходит')).toBeVisible()
	await expect(page.getByLabel('Пароль')).toBeHidden()
})

test('without a second factor no other page opens', async ({ page }) => {
	await accept(page, 'admin')
	for (const path of ['/console/orders', '/console/queue', '/console/account']) {
		await page.goto(path)
		await expect(page.getByRole('heading', { name: 'Второй фактор' })).toBeVisible()
	}
})

test('a wrong password and an unknown address are refused in the same words', async ({ page }) => {
	const operator = await hire(page, 'operator')
	await page.context().clearCookies()
	const refusal = async (email: string) => {
		await page.goto('/console/sign-in')
		await enterPassword(page, { email, password: 'не тот пароль совсем' })
		return page.getByRole('alert').textContent()
	}
	const wrong = await refusal(operator.email)
	expect(wrong).toBe(await refusal('nobody@staff.example'))
	expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('__Host-console')
})

test('a passkey of the device signs in', async ({ page }) => {
	const client = await page.context().newCDPSession(page)
	await client.send('WebAuthn.enable')
	await client.send('WebAuthn.addVirtualAuthenticator', {
		options: {
			protocol: 'ctap2',
			transport: 'internal',
			hasResidentKey: true,
			hasUserVerification: true,
			isUserVerified: true,
		},
	})
	const operator = await accept(page, 'senior')
	await page.getByRole('button', { name: 'Создать ключ доступа' }).click()
	await page.getByRole('checkbox', { name: 'Коды сохранены' }).check()
	await page.getByRole('button', { name: 'Войти в консоль' }).click()
	await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible()
	await page.context().clearCookies()
	await page.goto('/console/')
	await enterPassword(page, operator)
	await page.getByRole('button', { name: 'Войти ключом доступа' }).click()
	await expect(page.getByRole('navigation', { name: 'Разделы' })).toBeVisible()
})

test('an idle session locks, shows nothing, and opens with what was typed', async ({ page }) => {
	const operator = await hire(page, 'operator')
	await page.goto('/console/account')
	await page.getByLabel('Новый пароль').fill('ещё не дописано')
	sql(`update staff_sessions set used_at = now() - interval '16 minutes'
		where staff_id = (select id from staff where email = '${operator.email}')`)
	const lock = page.getByRole('heading', { name: 'Консоль заблокирована' })
	await expect(async () => {
		// As when the operator comes back to the tab: the page reads again.
		await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
		await expect(lock).toBeVisible({ timeout: 1_000 })
	}).toPass()
	await expect(page.getByText(operator.email)).toBeHidden()
	await expectStateAccessible(page)
	await page.getByRole('button', { name: 'Ввести пароль' }).click()
	await page.getByRole('textbox', { name: 'Пароль', exact: true }).fill(operator.password)
	await page.getByRole('button', { name: 'Продолжить' }).click()
	await expect(page.getByText(operator.email)).toBeVisible()
	await expect(page.getByLabel('Новый пароль')).toHaveValue('ещё не дописано')
})

test('a recovery code signs in once', async ({ page, context }) => {
	const operator = await hire(page, 'operator')
	for (const isAccepted of [true, false]) {
		await context.clearCookies()
		await page.goto('/console/sign-in')
		await enterPassword(page, operator)
		await page.getByRole('button', { name: 'Запасным кодом' }).click()
		await page.getByLabel('Запасной код').fill(operator.recoveryCodes[0] ?? '')
		await page.getByRole('button', { name: 'Продолжить' }).click()
		const inside = page.getByRole('navigation', { name: 'Разделы' })
		await expect(isAccepted ? inside : page.getByRole('alert')).toBeVisible()
	}
})
