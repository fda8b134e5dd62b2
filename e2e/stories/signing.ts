// What the stories of accounts do over and over: open the sheet, be somebody at a provider, come back.
import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect as quickly } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'

const sandbox = process.env.SANDBOX_URL ?? ''

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

/** Nobody has been here before, and the providers behave. */
export function forgetPeople(): void {
	sql(`delete from identities; delete from email_changes;
		update sign_in_methods set allowed = provider in ('vk', 'vk_id', 'yandex') where country = 'RU';
		update users set email = null where email ~ '@(example.test|example.ru|yandex.ru)$'`)
}

/**
 * As where the law lets people sign in with anything. The country of a visitor is the edge's word, and everybody here
 * comes from one machine; so it is the rule that changes, until `forgetPeople`.
 */
export function abroad(): void {
	sql(`update sign_in_methods set allowed = true where country = 'RU'`)
}

/** The next sign-in at a provider goes wrong. */
export async function fault(provider: Provider, kind: string): Promise<void> {
	const response = await fetch(`${sandbox}/control/signin`, {
		method: 'POST',
		headers: { 'Content-Type': 'application/json' },
		body: JSON.stringify({ provider, fault: kind }),
	})
	expect(response.status).toBe(204)
}

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 760

/** In the header, or in the bar under the thumb. */
export function door(page: Page) {
	return isPhone(page)
		? page.getByRole('navigation', { name: 'Быстрый переход' }).getByRole('link', { name: 'Профиль' })
		: page.getByRole('banner').getByRole('button', { name: 'Войти' })
}

export const sheetOf = (page: Page) => page.getByRole('dialog', { name: 'Вход в Ларёк' })

/** From the open sheet over the provider's page, as one of the people there. */
export async function beAt(page: Page, provider: Provider, person: string): Promise<void> {
	await sheetOf(page)
		.getByRole('button', { name: `Войти через ${titles[provider]}`, exact: true })
		.click()
	await atProvider(page, person)
}

export async function atProvider(page: Page, person: string): Promise<void> {
	await page.waitForURL(/\/idp\//)
	await page.getByRole('button', { name: person }).click()
	await page.waitForURL((url) => url.origin === shopUrl)
}

export const heading = (page: Page) => page.getByRole('heading', { level: 1 })

/** Signs in from the home page and comes to the profile. */
export async function enter(page: Page, provider: Provider, person: string): Promise<void> {
	await page.goto('/ru')
	await door(page).click()
	await beAt(page, provider, person)
	if (!isPhone(page)) {
		await page.waitForURL('**/ru')
		await page
			.getByRole('banner')
			.getByRole('link', { name: /^Профиль/ })
			.click()
	}
	await page.waitForURL('**/ru/profile')
	await expect(heading(page)).not.toHaveText('Профиль')
	// Its own questions are answered: what a story breaks next meets only the story's.
	await page.waitForLoadState('networkidle')
}

export async function cookieNames(page: Page): Promise<string[]> {
	return (await page.context().cookies()).map(({ name }) => name)
}

/** What the policy blocked and what broke is told on the console. */
export function listen(page: Page): string[] {
	const errors: string[] = []
	page.on('pageerror', (error) => errors.push(String(error)))
	page.on('console', (message) => {
		if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) errors.push(message.text())
	})
	return errors
}

export async function expectAccessible(page: Page): Promise<void> {
	const { violations } = await new AxeBuilder({ page }).analyze()
	expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual([])
}

/** The link in the newest letter to somebody. */
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
