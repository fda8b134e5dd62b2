// Helpers of the account stories: open the sheet, sign in at a provider as a test person, come back.
import { type Page, expect as quickly } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'
import { heading } from './page.ts'
import { sandbox, sandboxCommand } from './sandbox.ts'

export { expectStateAccessible, heading } from './page.ts'

/** A sign-in is three sites and four documents, and a busy machine takes its time over them. */
export const expect = quickly.configure({ timeout: 20_000 })

export const titles = {
	facebook: 'Facebook',
	google: 'Google',
	steam: 'Steam',
	telegram: 'Telegram',
	vk: 'ВКонтакте',
	vk_id: 'VK ID',
	yandex: 'Яндекс ID',
}
export type Provider = keyof typeof titles

/** No user exists yet, and the providers work. */
export function resetUsers(): void {
	sql(`delete from identities; delete from email_changes;
		update sign_in_methods set allowed = provider in ('vk', 'vk_id', 'yandex') where country = 'RU';
		update users set email = null where email ~ '@(example.test|example.ru|yandex.ru)$'`)
}

/**
 * Allows every provider, as in countries whose law does. The edge reports the country of a visitor, and all visitors
 * here come from one machine; so the rule is changed, until `resetUsers`.
 */
export function allowAllProviders(): void {
	sql(`update sign_in_methods set allowed = true where country = 'RU'`)
}

/** The next sign-in at a provider goes wrong. */
export const fault = (provider: Provider, kind: string) => sandboxCommand('signin', { provider, fault: kind })

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 760

/** The button in the header, or on a phone the link in the bottom bar. */
export function signInButton(page: Page) {
	return isPhone(page)
		? page.getByRole('navigation', { name: 'Быстрый переход' }).getByRole('link', { name: 'Профиль' })
		: page.getByRole('banner').getByRole('button', { name: 'Войти' })
}

export const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Вход в магазин' })

/** From the open sheet over the provider's page, as one of its test people. */
export async function signInAs(page: Page, provider: Provider, person: string): Promise<void> {
	await sheetOf(page)
		.getByRole('button', { name: new RegExp(`^Войти через ${titles[provider]}`) })
		.click()
	await atProvider(page, person)
}

export async function atProvider(page: Page, person: string): Promise<void> {
	await page.waitForURL(/\/idp\//)
	await page.getByRole('button', { name: person }).click()
	await page.waitForURL((url) => url.origin === shopUrl)
}

/** Signs in from the home page and comes to the profile. */
export async function enter(page: Page, provider: Provider, person: string): Promise<void> {
	await page.goto('/ru')
	await signInButton(page).click()
	await signInAs(page, provider, person)
	if (!isPhone(page)) {
		await page.waitForURL('**/ru')
		await page
			.getByRole('banner')
			.getByRole('link', { name: /^Профиль/ })
			.click()
	}
	await page.waitForURL('**/ru/profile')
	await expect(heading(page)).not.toHaveText('Профиль')
	// The page's own requests are answered: what a story breaks next affects only its own requests.
	await page.waitForLoadState('networkidle')
}

export async function cookieNames(page: Page): Promise<string[]> {
	return (await page.context().cookies()).map(({ name }) => name)
}

/** What the policy blocked and what failed is reported on the console. */
export function listen(page: Page): string[] {
	const errors: string[] = []
	page.on('pageerror', (error) => errors.push(String(error)))
	page.on('console', (message) => {
		if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text())
	})
	return errors
}

/** The link in the newest email to an address. */
export async function linkFor(email: string, like = /https?:\/\/\S+confirm=[\w-]+/): Promise<string> {
	let link = ''
	await expect
		.poll(async () => {
			const response = await fetch(`${sandbox}/control/letters?to=${encodeURIComponent(email)}&limit=1`)
			link = like.exec(await response.text())?.[0] ?? ''
			return link
		})
		.not.toBe('')
	return link
}
