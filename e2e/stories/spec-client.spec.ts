// What the pages themselves do: which calls they make, what they store and what they delete.
import { test } from '@playwright/test'
import { heading, signIn } from './delivery.ts'
import { cookieNames, expect } from './signin.ts'

test.setTimeout(120_000)

test('signing out clears the user, both tokens and the saved cart', async ({ page, context }) => {
	await signIn(context, 'Полуночник')
	await page.goto('/ru/games/1')
	await page.getByRole('button', { name: 'Прибавить: 660 UC' }).click()
	const cart = () => page.evaluate(() => localStorage.getItem('larek.cart') ?? '{}')
	await expect.poll(cart).not.toBe('{}')
	await page.goto('/ru/profile')
	await expect(heading(page)).toHaveText('Полуночник')
	await page.getByRole('button', { name: 'Выйти', exact: true }).click()
	await page.waitForURL(/\/ru(#signin)?$/)
	await expect.poll(cart).toBe('{}')
	const names = await cookieNames(page)
	expect(names).not.toContain('access')
	expect(names.filter((name) => name.endsWith('refresh'))).toEqual([])
	await expect(page.getByText('Полуночник')).toHaveCount(0)
})

test('the profile is asked for when the page starts', async ({ page, context }) => {
	await signIn(context, 'Полуночник')
	const asked = page.waitForRequest('**/api/auth/profile/')
	await page.goto('/ru/feedback')
	await page.mouse.move(5, 5)
	expect((await asked).headers().authorization).toMatch(/^Bearer /)
})

test('the history asks for 50 orders at a time', async ({ page, context }) => {
	await signIn(context, 'Полуночник')
	const asked = page.waitForRequest(/\/api\/orders\/\?/)
	await page.goto('/ru/profile')
	expect(new URL((await asked).url()).searchParams.get('page_size')).toBe('50')
})

test('another country is chosen, and with it the currency', async ({ page }) => {
	await page.goto('/ru/games/1')
	await page.getByRole('button', { name: /Страна и валюта/ }).click()
	await page.getByRole('dialog').getByText('Казахстан').click()
	await expect(page.getByRole('dialog')).toHaveCount(0)
	await expect(page.getByRole('banner')).toContainText('₸')
	await expect(page.getByRole('main')).toContainText(/\d\s?₸/)
	await page.goto('/ru')
	await expect(page.getByRole('banner')).toContainText('₸')
})
