// Forms of a user whose access token has expired, and the ways into the shop that need no provider.
import { type BrowserContext, type Page, test } from '@playwright/test'
import { shopUrl } from '../shop.ts'
import { enter, expect, resetUsers } from './signin.ts'

test.setTimeout(120_000)
test.beforeEach(resetUsers)

const stale = { name: 'access', value: 'expired', url: shopUrl, sameSite: 'Lax' as const }
const accessOf = async (context: BrowserContext) =>
	(await context.cookies()).find(({ name }) => name === 'access')?.value

/** An order of the account that is signed in, made past the pages. */
async function order(page: Page): Promise<string> {
	return page.evaluate(async () => {
		const access = /(?:^|; )access=([^;]+)/.exec(document.cookie)?.[1]
		const response = await fetch('/api/orders/pubg/', {
			method: 'POST',
			headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access}` },
			body: JSON.stringify({ products: [{ product_id: 3, quantity: 1 }], email: 'ivan@example.test' }),
		})
		return (await response.json()).hash
	})
}

async function applyPromo(page: Page): Promise<void> {
	await page.getByText('Есть промокод').click()
	await page.getByLabel('Промокод').fill('UC8')
	await page.getByRole('button', { name: 'Применить' }).click()
	await expect(page.getByRole('region', { name: 'Чек' })).toContainText('Промокод UC8')
}

test('a 401 with a refresh token is refreshed and replayed for the promo form of the pay page', async ({
	page,
	context,
}) => {
	await enter(page, 'vk_id', 'Иван Ковалёв')
	const hash = await order(page)
	await page.goto(`/ru/orders/${hash}/pay`)
	await context.addCookies([stale])
	await applyPromo(page)
	expect(await accessOf(context)).not.toBe('expired')
})

test('and without scripts, with both new cookies on the answer', async ({ page, context, browser }, { project }) => {
	await enter(page, 'vk_id', 'Иван Ковалёв')
	const hash = await order(page)
	const state = await context.storageState()
	const before = state.cookies.find(({ name }) => name.endsWith('refresh'))?.value
	const plain = await browser.newContext({ ...project.use, javaScriptEnabled: false, storageState: state })
	const form = await plain.newPage()
	await form.goto(`/ru/orders/${hash}/pay`)
	await plain.addCookies([stale])
	await applyPromo(form)
	expect(await accessOf(plain)).not.toBe('expired')
	expect((await plain.cookies()).find(({ name }) => name.endsWith('refresh'))?.value).not.toBe(before)
	await plain.close()
})

for (const javaScriptEnabled of [true, false]) {
	test.describe(javaScriptEnabled ? 'with scripts' : 'without scripts', () => {
		test.use({ javaScriptEnabled })

		test('jwt/create has a form, and a wrong password is said so', async ({ page, context }) => {
			await page.goto('/ru/auth/password?back=/ru/games')
			await page.getByRole('button', { name: 'Войти' }).click()
			await expect(page.getByText('Введите пароль')).toBeVisible()
			await page.getByLabel('Эл. почта').fill('nobody@example.test')
			await page.getByLabel('Пароль', { exact: true }).fill('wrong')
			await page.getByRole('button', { name: 'Войти' }).click()
			await expect(page.getByText('Почта или пароль не подходят.')).toBeVisible()
			await expect(page.getByLabel('Эл. почта')).toHaveValue('nobody@example.test')
			expect(await accessOf(context)).toBeUndefined()
		})
	})
}

test('the address of an unknown provider is our 404 page', async ({ page }) => {
	const response = await page.goto('/auth/foo/redirect/')
	expect(response?.status()).toBe(404)
	await expect(page.getByText('404')).toBeVisible()
	await expect(page.getByRole('link', { name: 'На главную' })).toBeVisible()
})

test('the welcome code is offered to guests and not to somebody signed in', async ({ page }) => {
	await page.goto('/ru')
	await expect(page.getByText('Промокод PRIVET7')).toBeVisible()
	await enter(page, 'vk_id', 'Иван Ковалёв')
	await page.goto('/ru')
	await expect(page.getByText('Промокод PRIVET7')).toBeHidden()
})
