// What an operator looks at before buyers do: the page of a hidden game, the part of a picture that is kept.
import { expect as quickly, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { cover } from './catalog.ts'
import { hire } from './operator.ts'
import { expect, expectStateAccessible, listen } from './page.ts'

test.setTimeout(240_000)
test.use({ actionTimeout: 20_000 })
test.afterEach(() => {
	sql('update games set is_active = true where id = 7')
})

test('the page of a hidden game is opened by a link, and nothing is bought on it', async ({ page, browser }, info) => {
	const errors = listen(page)
	const title = sql('select title from games where id = 7')
	sql('update games set is_active = false where id = 7')
	await hire(page, 'catalog')
	await page.goto('/console/catalog/7')
	await page.getByRole('button', { name: 'Предпросмотр' }).click()
	const dialog = page.getByRole('dialog', { name: 'Предпросмотр' })
	const link = dialog.getByRole('link', { name: 'Открыть страницу' })
	await expect(link).toBeVisible()
	await expectStateAccessible(page)
	await page.screenshot({ path: info.outputPath('console.png') })
	const path = (await link.getAttribute('href')) ?? ''
	expect(path).toMatch(/^\/ru\/preview\/games\/7\?token=\d+\.[\w-]{43}$/)
	expect(errors).toEqual([])

	// A phone that knows nothing of the console.
	const phone = { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true }
	const other = await (await browser.newContext({ ignoreHTTPSErrors: true, locale: 'ru-RU', ...phone })).newPage()
	const answer = await other.goto(path)
	expect(answer?.headers()['cache-control']).toBe('private, no-store')
	await expect(other.getByText('Предпросмотр.')).toBeVisible()
	await expect(other.getByRole('heading', { level: 1 })).toContainText(title)
	await quickly(other.getByRole('button', { name: /^Прибавить/ }).first()).toBeDisabled()
	for (const field of await other.locator('main fieldset input:not([type=hidden]), main fieldset button').all())
		await expect(field).toBeDisabled()
	await expectStateAccessible(other)
	await other.screenshot({ path: info.outputPath('page-phone.png'), fullPage: true })
	await other.setViewportSize({ width: 1440, height: 900 })
	await other.screenshot({ path: info.outputPath('page-desktop.png') })

	const { request } = other
	const again = await request.get(path)
	expect([again.status(), again.headers()['x-cache'], again.headers()['x-robots-tag']]).toEqual([
		200,
		'miss',
		'noindex',
	])
	expect((await request.post(path, { form: { email: 'a@b.test' } })).status()).toBe(405)
	for (const wrong of ['/ru/games/7', '/ru/preview/games/7', path.replace('games/7', 'games/6'), path.slice(0, -3)]) {
		expect([wrong, (await request.get(wrong)).status()]).toEqual([wrong, 404])
	}
	await other.context().close()
})

test('the part of a picture that is kept is chosen with the keyboard', async ({ page }, info) => {
	await hire(page, 'catalog')
	await page.goto('/console/catalog')
	await page.getByRole('button', { name: 'Новая игра' }).click()
	const dialog = page.getByRole('dialog', { name: 'Новая игра' })
	await dialog.getByLabel('Обложка').setInputFiles(cover)
	const crop = page.getByRole('dialog', { name: 'Кадр' })
	await expect(crop.getByText('на больших экранах будет нечётко')).toBeVisible()
	await expectStateAccessible(page)
	await page.screenshot({ path: info.outputPath('crop-desktop.png') })
	await page.setViewportSize({ width: 360, height: 740 })
	await page.screenshot({ path: info.outputPath('crop-phone.png') })
	await crop.getByLabel('Крупнее').focus()
	for (let press = 0; press < 10; press++) await page.keyboard.press('ArrowRight')
	await crop.getByRole('application').focus()
	for (let press = 0; press < 30; press++) await page.keyboard.press('ArrowRight')
	const sent = page.waitForRequest((request) => request.url().endsWith('/catalog/pictures/'))
	await crop.getByRole('button', { name: 'Готово' }).click()
	// Enlarged twice and moved to the right edge of 512 × 512.
	expect((await sent).postDataJSON().crop).toEqual({ left: 320, top: 128, width: 192, height: 256 })
	await expect(dialog.locator('img')).toBeVisible()
	await page.screenshot({ path: info.outputPath('chosen-phone.png') })
	await dialog.getByRole('button', { name: 'Кадр' }).click()
	await crop.getByRole('button', { name: 'Выбрать за меня' }).click()
	await expect(crop).toBeHidden()
})
