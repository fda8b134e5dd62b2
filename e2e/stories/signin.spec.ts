// Coming in and going out, with every provider, against the sandbox.
import { test } from '@playwright/test'
import { purge, sql } from '../shop.ts'
import {
	allowAllProviders,
	cookieNames,
	enter,
	expect,
	expectStateAccessible,
	fault,
	heading,
	isPhone,
	linkFor,
	listen,
	type Provider,
	resetUsers,
	sheetOf,
	signInAs,
	signInButton,
	titles,
} from './signin.ts'

test.setTimeout(120_000)
test.beforeEach(resetUsers)

for (const provider of Object.keys(titles) as Provider[]) {
	test(`in and out with ${titles[provider]}`, async ({ page, context }) => {
		const errors = listen(page)
		allowAllProviders()
		await page.goto('/ru/feedback')
		await signInButton(page).click()
		await signInAs(page, provider, 'Тимур Сафин')
		// Steam and Telegram return no email.
		const later = page.getByRole('button', { name: 'Позже' })
		const home = page.getByRole('banner')
		await expect(later.or(home)).toBeVisible()
		expect(page.url()).not.toMatch(/code|state|openid/)
		if (await later.isVisible()) {
			await expectStateAccessible(page)
			await later.click()
		}
		await page.waitForURL(isPhone(page) ? '**/ru/profile' : '**/ru/feedback')
		if (!isPhone(page)) await page.getByRole('link', { name: /^Профиль/ }).click()
		await expect(heading(page)).toHaveText(provider === 'steam' ? /^Игрок \d{4}$/ : /^Тимур/)
		const cookies = await context.cookies()
		// The one that lasts is out of reach of scripts, and never sent along from another site.
		for (const [name, sameSite, httpOnly] of [
			['access', 'Lax', false],
			['__Host-refresh', 'Strict', true],
		] as const) {
			const cookie = cookies.find((one) => one.name === name)
			expect([cookie?.sameSite, cookie?.httpOnly, cookie?.path]).toEqual([sameSite, httpOnly, '/'])
			expect(((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400).toBeCloseTo(30, 0)
		}
		expect(await page.evaluate(() => document.cookie)).not.toContain('refresh')

		await page.getByRole('button', { name: 'Выйти', exact: true }).click()
		await page.waitForURL('**/ru')
		await expect(signInButton(page)).toBeVisible()
		expect(await cookieNames(page)).not.toContain('access')
		expect(await cookieNames(page)).not.toContain('__Host-refresh')
		await page.goto('/ru/profile')
		await expect(page).toHaveURL(/\/ru(#signin)?$/)
		expect(errors).toEqual([])
	})
}

test('in Russia the sheet offers what the law allows', async ({ page }) => {
	await page.goto('/ru')
	await signInButton(page).click()
	const buttons = sheetOf(page).getByRole('button', { name: /^Войти через/ })
	await expect(buttons).toHaveText([/ВКонтакте/, /VK ID/, /Яндекс ID/])
	await expectStateAccessible(page)
	await page.keyboard.press('Escape')
	await expect(sheetOf(page)).toBeHidden()
})

test('a page of one person leads home, where the sheet opens', async ({ page, request }) => {
	for (const path of ['/ru/profile', '/ru/profile/settings']) {
		const answer = await request.get(path, { maxRedirects: 0 })
		expect([answer.status(), answer.headers().location]).toEqual([302, '/ru#signin'])
	}
	await page.goto('/ru/profile/settings')
	await expect(sheetOf(page)).toBeVisible()
	await expect(page).toHaveURL(/\/ru$/)
	await signInAs(page, 'yandex', 'Мария Лебедева')
	await page.waitForURL('**/ru/profile')
	await expect(heading(page)).toHaveText('Мария Лебедева')
})

test('the address providers know leads to the page, with its parameters as they are', async ({ request }) => {
	const signed = '?state=s%2Bx&openid.sig=a%2Fb%3D&openid.mode=id_res'
	const answer = await request.get(`/auth/steam/redirect/${signed}`, { maxRedirects: 0 })
	expect([answer.status(), answer.headers().location]).toEqual([302, `/ru/auth/steam/redirect${signed}`])
	expect(answer.headers()['cache-control']).toContain('no-store')
	expect((await request.get('/auth/nobody/redirect/')).status()).toBe(404)
	const page = await request.get('/ru/auth/steam/redirect')
	expect(page.headers()['x-robots-tag']).toBe('noindex')
})

test('a change of mind and a wrong answer are told kindly', async ({ page }) => {
	await page.goto('/ru/games')
	await signInButton(page).click()
	await signInAs(page, 'vk_id', 'Отказать')
	await expect(page.getByRole('alert')).toHaveText(/Вы отменили вход/)
	await expectStateAccessible(page)
	await page.getByRole('link', { name: 'Попробовать ещё раз' }).click()
	await fault('vk_id', 'wrong_state')
	await signInAs(page, 'vk_id', 'Мария Лебедева')
	await expect(page.getByRole('alert')).toHaveText('Войти не получилось. Начните вход ещё раз.')
	expect(await cookieNames(page)).not.toContain('access')
})

test('signing in in the middle of an order keeps the cart and what was typed', async ({ page }) => {
	sql('update games set is_auth_required = true where id = 5')
	purge('catalog')
	try {
		await expect
			.poll(async () => {
				await page.goto('/ru/games/5')
				return page.getByText('только тем, кто вошёл').isVisible()
			})
			.toBe(true)
		await page
			.getByRole('button', { name: /^Прибавить/ })
			.first()
			.click()
		await expect(page.getByRole('spinbutton').first()).toHaveValue('1')
		await page.getByLabel('ID игрока', { exact: true }).fill('700123456')
		await page.getByLabel('Сервер', { exact: true }).selectOption({ index: 1 })
		const submit = page.locator('button[type=submit].lamp-button').filter({ visible: true })
		await submit.click()
		await signInAs(page, 'yandex', 'Иван Ковалёв')
		await page.waitForURL('**/ru/games/5')
		await expect(page.getByRole('spinbutton').first()).toHaveValue('1')
		await expect(page.getByLabel('ID игрока', { exact: true })).toHaveValue('700123456')
		await submit.click()
		await expect(page.getByRole('dialog', { name: 'Проверьте заказ' })).toContainText('700123456')
		await page.keyboard.press('Escape')
		await page.goto('/ru/profile')
		await page.getByRole('button', { name: 'Выйти', exact: true }).click()
		await expect(page.getByText('Корзина: 0 товаров')).toBeAttached()
		// The number may have been there before: the basket counts what can be sold to a visitor.
		await expect.poll(() => page.evaluate(() => localStorage.getItem('larek.cart'))).toBe('{}')
	} finally {
		sql('update games set is_auth_required = false where id = 5')
		purge('catalog')
	}
})

test('an e-mail is asked for when the provider tells none, and confirmed by the one who asked alone', async ({
	page,
	browser,
	baseURL,
}) => {
	const email = `anya${Date.now()}@example.ru`
	await page.goto('/ru')
	await signInButton(page).click()
	await signInAs(page, 'vk_id', 'Аня')
	await expect(heading(page)).toHaveText('Куда писать о заказах?')
	await page.getByRole('button', { name: 'Отправить письмо' }).click()
	await expect(page.getByRole('alert')).toHaveText(/Введите почту/)
	await page.getByLabel('Эл. почта').fill(email)
	await page.keyboard.press('Enter')
	await expect(heading(page)).toHaveText('Проверьте почту')
	await expectStateAccessible(page)
	await page.getByRole('button', { name: 'Продолжить' }).click()
	await page.waitForURL(isPhone(page) ? '**/ru/profile' : '**/ru')

	const link = await linkFor(email)
	const proven = () => sql(`select count(*) from users where email = '${email}'`)
	// A reader of the email who did not request it changes nothing.
	const other = await browser.newContext({ baseURL })
	const elsewhere = await other.newPage()
	await elsewhere.goto(link)
	await expect(heading(elsewhere)).toHaveText('Сначала войдите')
	await expectStateAccessible(elsewhere)
	await elsewhere.getByRole('button', { name: 'Войти' }).click()
	await signInAs(elsewhere, 'vk_id', 'Мария Лебедева')
	await expect(elsewhere.getByRole('alert')).toHaveText(/из другого аккаунта/)
	await other.close()
	expect(proven()).toBe('0')

	await page.goto(link)
	await expect(heading(page)).toHaveText('Сделать эту почту почтой аккаунта?')
	await expect(page.getByText('Аня', { exact: true })).toBeVisible()
	await expect(page.getByText(email, { exact: true })).toBeVisible()
	await expectStateAccessible(page)
	expect(proven()).toBe('0')
	await page.getByRole('button', { name: 'Подтвердить почту' }).click()
	await expect(heading(page)).toHaveText('Почта подтверждена')
	expect(proven()).toBe('1')
	await page.goto(link)
	await expect(page.getByRole('alert')).toHaveText(/Ссылка уже не действует/)
	await page.goto('/ru/profile')
	await expect(page.getByText(email, { exact: true })).toBeVisible()
})

test('an e-mail typed into the order form goes along with the sign-in, and none is asked for', async ({ page }) => {
	const email = `order${Date.now()}@example.ru`
	await page.goto('/ru/games/1')
	await page.getByLabel('Эл. почта').fill(email)
	await expect.poll(() => page.evaluate(() => sessionStorage.getItem('larek.draft'))).toContain(email)
	await signInButton(page).click()
	const sent = page.waitForRequest('**/api/auth/social/vk_id/auth/')
	await signInAs(page, 'vk_id', 'Аня')
	expect((await sent).postDataJSON()).toMatchObject({ email })
	await page.waitForURL('**/ru/games/1')
	// It counts once its link was followed, like any other.
	expect(sql(`select count(*) from users where email = '${email}'`)).toBe('0')
	expect(await linkFor(email)).toContain('confirm')
})

test('the link of a letter without its token says what is wrong with it', async ({ page }) => {
	await page.goto('/ru/auth/stop')
	await expect(page.getByRole('alert')).toHaveText(
		'Ссылка неполная. Откройте её прямо из письма или скопируйте целиком.',
	)
})

test('the link of a letter works without scripts, and the old address can stop the change', async ({
	browser,
	page,
	baseURL,
}) => {
	await enter(page, 'yandex', 'Мария Лебедева')
	const old = sql(`select email from users u join identities i on i.user_id = u.id where i.provider = 'yandex'`)
	const ask = async (email: string) => {
		await page.goto('/ru/profile/settings')
		await page.getByRole('button', { name: /^(Сменить почту|Указать)/ }).click()
		await page.getByLabel('Эл. почта').fill(email)
		await page.getByRole('button', { name: 'Отправить письмо' }).click()
		await expect(page.getByText(email, { exact: true })).toBeVisible()
		return linkFor(email)
	}
	const link = await ask(`maria${Date.now()}@example.ru`)
	const context = await browser.newContext({
		javaScriptEnabled: false,
		baseURL,
		storageState: await page.context().storageState(),
	})
	const plain = await context.newPage()
	await plain.goto(link)
	await plain.getByRole('button', { name: 'Продолжить' }).click()
	await expect(heading(plain)).toHaveText('Сделать эту почту почтой аккаунта?')
	await plain.getByRole('button', { name: 'Подтвердить почту' }).click()
	await expect(heading(plain)).toHaveText('Почта подтверждена')

	await plain.goto(await linkFor(old, /https?:\/\/\S+stop\?token=[\w-]+/))
	await expect(heading(plain)).toHaveText('Почту меняли не вы?')
	await expect(plain.getByText('Мария Лебедева')).toBeVisible()
	await plain.getByRole('button', { name: 'Остановить и выйти везде' }).click()
	await expect(heading(plain)).toHaveText('Готово')
	await context.close()
	await page.goto('/ru/profile')
	await page.waitForURL('**/ru')
	expect(await cookieNames(page)).not.toContain('access')
})
