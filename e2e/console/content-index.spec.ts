// A new article is found by buyers without a release.
import { test } from '@playwright/test'
import { openDesk } from './desk.ts'
import { saveIn, seeing } from './editor.ts'
import { expect } from './page.ts'

test.setTimeout(240_000)

test('a new article appears in the index of the shop, and leaves it when hidden', async ({ page, browser }, info) => {
	const { page: desk, errors } = await openDesk(browser, page, 'catalog')
	const header = `Ночная смена ${Date.now() % 100_000}`
	const slug = `night-shift-${Date.now() % 100_000}`
	await desk.goto('/console/content/articles/new')
	await desk.getByLabel('Адрес').fill(slug)
	await desk.getByLabel('Заголовок', { exact: true }).fill(header)
	await desk.getByLabel('Текст').fill('<p>Мы не закрываемся.</p>')
	await desk.getByRole('button', { name: 'Сохранить' }).click()
	await saveIn(desk.getByRole('dialog', { name: 'Сохранить' }))
	await seeing(page, '/ru/info', header)
	await expect(page.getByRole('heading', { name: 'Ещё статьи' })).toBeVisible()
	await page.screenshot({ path: info.outputPath('info.png'), fullPage: true })
	await page.getByRole('link', { name: header }).click()
	await expect(page.getByText('Мы не закрываемся.')).toBeVisible()
	expect(await (await page.request.get('/sitemap-pages.xml')).text()).toContain(`/ru/info/${slug}<`)

	await desk.getByLabel('Видна покупателям').uncheck()
	await desk.getByRole('button', { name: 'Сохранить' }).click()
	await saveIn(desk.getByRole('dialog', { name: 'Сохранить' }))
	await expect(async () => {
		await page.goto('/ru/info')
		await expect(page.getByRole('link', { name: header })).toHaveCount(0, { timeout: 500 })
	}).toPass()
	await expect(page.getByRole('heading', { name: 'Ещё статьи' })).toHaveCount(0)
	expect(errors).toEqual([])
})
