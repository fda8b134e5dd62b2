import { expect, type Page, test } from '@playwright/test'

const shown = async (page: Page) =>
	page
		.getByRole('main')
		.locator('a[href^="/ru/gifts/detalis/"]')
		.evaluateAll((links) => links.map((a) => a.getAttribute('href')))

test('filters live in the address: reloaded or shared, it shows the same gifts', async ({ page, browser, baseURL }) => {
	await page.goto('/ru/gifts')
	const everything = await shown(page)
	expect(everything.length).toBeGreaterThan(3)
	await page.getByLabel('Регион активации').focus() // what a hand does first; selectOption does not
	await page.getByLabel('Регион активации').selectOption('ru')
	await page.waitForURL(/region=ru/)
	await page.getByRole('checkbox', { name: 'Со скидкой' }).check()
	await page.waitForURL(/is_discounted=true/)
	await page.getByLabel('Порядок').selectOption('price')
	await page.waitForURL(/ordering=price/)
	const html = await (await page.request.get(page.url())).text()
	const found = [...html.matchAll(/href="(\/ru\/gifts\/detalis\/\d+)"/g)].map(([, href]) => href)
	expect(found.length).toBeGreaterThan(0)
	expect(found).not.toEqual(everything)
	// The list follows the address a moment later.
	await expect.poll(() => shown(page)).toEqual(found)

	await page.reload()
	expect(await shown(page)).toEqual(found)
	await expect(page.getByLabel('Регион активации')).toHaveValue('ru')

	const friend = await browser.newContext({ baseURL })
	const theirs = await friend.newPage()
	await theirs.goto(page.url())
	expect(await shown(theirs)).toEqual(found)
	await friend.close()
})

test('going back restores the place on the page', async ({ page }) => {
	await page.goto('/ru/gifts')
	const link = page.getByRole('main').locator('a[href^="/ru/gifts/detalis/"]').last()
	await link.scrollIntoViewIfNeeded()
	const before = await page.evaluate(() => scrollY)
	expect(before).toBeGreaterThan(200)
	await link.click()
	await page.waitForURL(/detalis/)
	await expect.poll(() => page.evaluate(() => scrollY)).toBe(0)
	await page.goBack()
	await page.waitForURL(/\/ru\/gifts$/)
	await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before - 120)
	expect(await page.evaluate(() => scrollY)).toBeLessThan(before + 120)
})
