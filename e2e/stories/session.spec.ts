// What extends a session and what ends it.
import { test } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'
import { cookieNames, enter, expect, heading, resetUsers, signInButton } from './signin.ts'

test.setTimeout(120_000)
test.beforeEach(resetUsers)

const stale = { name: 'access', value: 'expired', url: shopUrl, sameSite: 'Lax' as const }

test('an expired token is renewed once for ten calls and more, over several tabs', async ({ page, context }) => {
	await enter(page, 'vk_id', 'Иван Ковалёв')
	const session = sql('select max(id) from sessions')
	await context.addCookies([stale])

	let refused = 0
	let renewals = 0
	context.on('response', (response) => {
		if (response.status() === 401) refused++
	})
	// Held until ten calls have been refused, so that they are in it together.
	await context.route('**/api/auth/jwt/refresh/', async (route) => {
		renewals++
		await expect.poll(() => refused).toBeGreaterThanOrEqual(10)
		await route.continue()
	})
	const tabs = [page, ...(await Promise.all([1, 2, 3].map(() => context.newPage())))]
	await Promise.all(tabs.map((tab) => tab.goto('/ru/profile/settings')))
	for (const tab of tabs) {
		await expect(heading(tab)).toHaveText('Иван Ковалёв')
		await expect(tab.getByText('Это устройство')).toBeVisible()
	}
	expect(renewals).toBe(1)
	expect(sql(`select count(*) from spent_refresh where session_id = ${session}`)).toBe('1')
})

test('a refresh whose answer was lost is asked for again and signs nobody out', async ({ page, context }) => {
	await enter(page, 'vk_id', 'Иван Ковалёв')
	await context.addCookies([stale])
	let tries = 0
	await context.route('**/api/auth/jwt/refresh/', async (route) => {
		// The server has done its part; the browser never receives the answer.
		if (++tries === 1) {
			const { 'set-cookie': _, ...rest } = (await route.fetch()).headers()
			return route.fulfill({ status: 500, headers: rest, body: '' })
		}
		return route.continue()
	})
	await page.reload()
	await expect(heading(page)).toHaveText('Иван Ковалёв')
	expect(tries).toBe(2)
})

test('a refresh on which the server fails is tried again and the person stays', async ({ page, context }) => {
	await enter(page, 'vk_id', 'Иван Ковалёв')
	await context.addCookies([stale])
	let tries = 0
	await context.route('**/api/auth/jwt/refresh/', (route) =>
		++tries < 5 ? route.fulfill({ status: 500, body: '' }) : route.continue(),
	)
	await page.reload()
	await expect(heading(page)).toHaveText('Иван Ковалёв')
	expect(tries).toBe(5)
})

test('a second device signs the first out everywhere', async ({ page, browser }, { project }) => {
	await enter(page, 'vk_id', 'Мария Лебедева')
	const other = await browser.newContext(project.use)
	const second = await other.newPage()
	await enter(second, 'vk_id', 'Мария Лебедева')
	await second.goto('/ru/profile/settings')
	await expect(second.getByRole('button', { name: /^Выйти на этом устройстве/ })).toHaveCount(2)
	await second.getByRole('button', { name: 'Выйти везде' }).click()
	await second.waitForURL('**/ru')
	expect((await other.cookies()).map(({ name }) => name)).not.toContain('access')
	await other.close()

	// The first finds out with its next call, and shows it.
	await page.getByRole('link', { name: 'Настройки' }).click()
	await expect(page.getByText('Сеанс на этом устройстве завершён')).toBeVisible()
	await page.waitForURL('**/ru')
	await expect(signInButton(page)).toBeVisible()
	expect(await cookieNames(page)).not.toContain('__Host-refresh')
})

test('one device is signed out from another, which stays', async ({ page, browser }, { project }) => {
	const other = await browser.newContext(project.use)
	const lost = await other.newPage()
	await enter(lost, 'vk_id', 'Тимур Сафин')
	await enter(page, 'vk_id', 'Тимур Сафин')
	await page.goto('/ru/profile/settings')
	const devices = page.getByRole('region', { name: 'Устройства' }).getByRole('listitem')
	await devices
		.filter({ hasNotText: 'Это устройство' })
		.getByRole('button', { name: /^Выйти на этом устройстве/ })
		.click()
	await expect(devices).toHaveCount(1)
	await lost.reload()
	await lost.waitForURL('**/ru')
	await other.close()
	await page.reload()
	await expect(heading(page)).toHaveText('Тимур Сафин')
})

test('whoever is barred is signed out and told why', async ({ page, context }) => {
	await enter(page, 'vk_id', 'Тимур Сафин')
	const user = sql(`select user_id from identities where provider = 'vk_id'`)
	sql(`update users set barred = 'Вход закрыт. Напишите нам.' where id = ${user}`)
	try {
		await context.addCookies([stale])
		await page.reload()
		await expect(page.getByText('Вход закрыт. Напишите нам.')).toBeVisible()
		await page.waitForURL('**/ru')
		expect(await cookieNames(page)).not.toContain('access')
	} finally {
		sql(`update users set barred = null where id = ${user}`)
	}
})
