// A new article is written as it will look, and found by buyers without a release.
import { type Page, test } from '@playwright/test'
import { cover } from './catalog.ts'
import { openDesk } from './desk.ts'
import { saveIn, seeing } from './editor.ts'
import { expect, expectStateAccessible } from './page.ts'

test.setTimeout(240_000)

/** A heading, a line, a list, a link and a picture, by keys where there are some. */
async function write(desk: Page): Promise<void> {
	const tool = (name: string) => desk.getByRole('toolbar').getByRole('button', { name, exact: true })
	await desk.getByRole('textbox', { name: 'Текст' }).click()
	await tool('Заголовок раздела').click()
	await desk.keyboard.type('Когда мы работаем')
	await desk.keyboard.press('Enter')
	await desk.keyboard.type('Мы не закрываемся:')
	await desk.keyboard.press('Enter')
	await tool('Список').click()
	await desk.keyboard.type('ночью')
	await desk.keyboard.press('Enter')
	await desk.keyboard.type('утром')
	await desk.keyboard.press('Enter')
	await desk.keyboard.press('Enter')
	await desk.keyboard.type('Остальное говорит оферта')
	await desk.keyboard.press('Control+Shift+ArrowLeft')
	await desk.keyboard.press('Control+k')
	const link = desk.getByRole('dialog', { name: 'Ссылка' })
	await link.getByLabel('Куда ведёт').fill('javascript:alert(1)')
	await link.getByRole('button', { name: 'Поставить' }).click()
	await expect(link.getByRole('alert')).toContainText('Такой ссылки на сайте не будет')
	await link.getByLabel('Куда ведёт').fill('/ru/info/offer')
	await link.getByRole('button', { name: 'Поставить' }).click()
	await expect(link).toBeHidden()
	// By pointer: the editor selects the word again a moment after the dialog, and Enter would replace it.
	const text = desk.getByRole('textbox', { name: 'Текст' })
	const line = text.getByRole('paragraph').filter({ hasText: 'Остальное говорит' })
	await expect(text).toBeFocused()
	await line.click({ position: { x: ((await line.boundingBox())?.width ?? 0) - 4, y: 8 } })
	await desk.keyboard.press('Enter')
	await expect(text.getByRole('link', { name: 'оферта' })).toBeVisible()
	await tool('Картинка').click()
	const picture = desk.getByRole('dialog', { name: 'Картинка' })
	await picture.locator('input[type=file]').setInputFiles(cover)
	await picture.getByRole('button', { name: 'Вставить' }).click()
	await expect(picture.getByText('Опишите картинку')).toBeVisible()
	await picture.getByLabel('Описание').fill('Ночной киоск')
	await expectStateAccessible(desk)
	await picture.getByRole('button', { name: 'Вставить' }).click()
	await expect(picture).toBeHidden()
	await desk.getByRole('textbox', { name: 'Текст' }).evaluate((text) => {
		const clipboardData = new DataTransfer()
		clipboardData.setData(
			'text/html',
			'<h1>Из чужого сайта</h1><p style="color: red" onclick="boom()">Ночью светло.</p>',
		)
		text.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
	})
}

test('a new article appears in the index of the shop, and leaves it when hidden', async ({ page, browser }, info) => {
	const { page: desk, errors } = await openDesk(browser, page, 'catalog')
	const header = `Ночная смена ${Date.now() % 100_000}`
	const slug = `night-shift-${Date.now() % 100_000}`
	await desk.goto('/console/content/articles/new')
	await desk.getByLabel('Адрес').fill(slug)
	await desk.getByLabel('Заголовок', { exact: true }).fill(header)
	await write(desk)
	const preview = desk.locator('article.prose')
	await expect(preview.getByRole('img', { name: 'Ночной киоск' })).toBeVisible()
	await expect(preview.getByRole('listitem')).toHaveText(['ночью', 'утром'])
	await expect(desk.getByText('При сохранении уйдёт')).toHaveCount(0)
	await expectStateAccessible(desk)
	await desk.screenshot({ path: info.outputPath('editor.png'), fullPage: true })
	await desk.getByRole('button', { name: 'Сохранить' }).click()
	await saveIn(desk.getByRole('dialog', { name: 'Сохранить' }))
	await seeing(page, '/ru/info', header)
	await expect(page.getByRole('heading', { name: 'Ещё статьи' })).toBeVisible()
	await page.screenshot({ path: info.outputPath('info.png'), fullPage: true })
	await page.getByRole('link', { name: header }).click()
	const article = page.locator('article.prose')
	await expect(article.getByRole('heading', { name: 'Когда мы работаем' })).toBeVisible()
	await expect(article.getByText('Мы не закрываемся:')).toBeVisible()
	await expect(article.getByRole('listitem')).toHaveText(['ночью', 'утром'])
	await expect(article.getByRole('link', { name: 'оферта' })).toHaveAttribute('href', '/ru/info/offer')
	await expect(article.getByText('Ночью светло.')).not.toHaveAttribute('style')
	await expect(article.getByRole('img', { name: 'Ночной киоск' })).toHaveAttribute('src', /^\/media\//)
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
