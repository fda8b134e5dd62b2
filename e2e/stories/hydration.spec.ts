import { expect, type Page, test } from '@playwright/test'

/** The page's scripts wait until they are released: a slow connection that a story controls. */
async function holdScripts(page: Page): Promise<() => void> {
	let open = () => {}
	const opened = new Promise<void>((resolve) => {
		open = resolve
	})
	await page.route('**/assets/*.js', async (route) => {
		await opened
		await route.continue()
	})
	return open
}
const touch = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()

test('A touch before hydration shows a pressed state at once and is not lost: numbers follow it, and the form knows them later', async ({
	page,
}) => {
	const open = await holdScripts(page)
	await page.goto('/ru/games/1', { waitUntil: 'commit' })
	const plus = touch(page, /^Прибавить: 60 UC/)
	const amount = page.getByRole('spinbutton', { name: /^60 UC/ })
	for (const value of ['1', '2', '3']) {
		await plus.click()
		await expect(amount).toHaveValue(value)
	}
	open()
	await expect(touch(page, /^Убавить: 60 UC/)).toBeEnabled()
	await expect(amount).toHaveValue('3')
	await expect(plus).not.toHaveAttribute('data-pressed')
})

test('A sheet opens before hydration and gets its content after it; closed before, it stays closed', async ({
	page,
}) => {
	const open = await holdScripts(page)
	await page.goto('/ru', { waitUntil: 'commit' })
	const sheet = page.getByRole('dialog')
	const country = page.locator('header').getByRole('button', { name: /^Страна/ })
	await country.click()
	await expect(sheet).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(sheet).toBeHidden()
	await expect(country).not.toHaveAttribute('data-pressed')
	await country.click()
	await expect(sheet).toBeVisible()
	open()
	await expect(sheet.getByRole('button', { name: /Казахстан/ })).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(sheet).toBeHidden()
	await expect(country).toBeFocused()
})

test('The first tap on a quick sum of Steam is not lost', async ({ page }) => {
	const open = await holdScripts(page)
	await page.goto('/ru/games/3', { waitUntil: 'commit' })
	await page.getByText(/^500\s₽$/).click()
	open()
	await expect(page.locator('[name=steamWallet]')).toHaveValue('500')
})

test('A submit before hydration is held and replayed: the page does not reload', async ({ page }) => {
	const open = await holdScripts(page)
	let documents = 0
	page.on('request', (request) => {
		if (request.isNavigationRequest()) documents++
	})
	await page.goto('/ru/games/1', { waitUntil: 'commit' })
	const submit = page.locator('form[method=post] button[type=submit].lamp-button:visible')
	await expect(submit).toHaveCount(1) // without its styles the page shows that of a desktop too
	await submit.click()
	open()
	// Pressing the button goes to the first missing answer.
	await expect(touch(page, /^Прибавить: 60 UC/)).toBeFocused()
	expect(documents).toBe(1)
})

test('What was typed before hydration stays, and the form knows it', async ({ page }) => {
	const open = await holdScripts(page)
	await page.goto('/ru/games/3', { waitUntil: 'commit' })
	const login = page.locator('[name=steamAccountId]')
	await login.fill('timur_k')
	open()
	await expect(page.locator('html')).toHaveJSProperty('isConnected', true)
	await expect(login).toHaveValue('timur_k')
	await expect(page.getByText('timur_k').first()).toBeAttached()
})
