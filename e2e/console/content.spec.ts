// An article that an editor saves is what buyers read, and nothing in it runs.
import { test } from '@playwright/test'
import { openDesk } from './desk.ts'
import { saveIn, seeing } from './editor.ts'
import { because, expect, expectStateAccessible } from './page.ts'

test.setTimeout(240_000)

const hostile = `<h2>Раздел</h2><p onclick="boom()">Честный текст</p>
<script>boom(); fetch('https://evil.example/script')</script>
<img src="https://evil.example/x.png" onerror="boom()">
<svg onload="boom()"><script>boom()</script></svg>
<style>body { display: none } p { background: url(https://evil.example/style) }</style>
<iframe src="https://evil.example/frame"></iframe>
<p><a href="javascript:boom()">плохая ссылка</a> и <a href="https://larek.example/">хорошая</a></p>`

test('an article with hostile HTML is harmless to buyers', async ({ page, browser }, info) => {
	const { page: desk, errors } = await openDesk(browser, page, 'catalog')
	const shot = (name: string) => desk.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
	await desk.goto('/console/content')
	await expect(desk.getByRole('link', { name: 'О магазине' })).toBeVisible()
	await shot('list')
	await desk.getByRole('link', { name: 'О магазине' }).click()
	await desk.getByRole('button', { name: 'HTML' }).click()
	const text = desk.getByLabel('Текст')
	await expect(text).toHaveValue(/ночной киоск/)
	const first = await text.inputValue()
	await text.fill(hostile)
	await expect(desk.getByText(/При сохранении уйдёт: .*<iframe>.*<script>.*onerror/)).toBeVisible()
	await expectStateAccessible(desk)
	await shot('editor')
	await desk.getByRole('button', { name: 'Сохранить' }).click()
	await saveIn(desk.getByRole('dialog', { name: 'Сохранить' }))
	await expect(text).toHaveValue(
		'<h2>Раздел</h2><p>Честный текст</p>\n\n\n\n\n\n<p>плохая ссылка и <a href="https://larek.example/">хорошая</a></p>',
	)

	const asked: string[] = []
	const dialogs: string[] = []
	page.on('request', (request) => asked.push(request.url()))
	page.on('dialog', (dialog) => dialogs.push(dialog.message()))
	await page.addInitScript(() => Object.assign(window, { boom: () => Object.assign(window, { boomed: true }) }))
	await seeing(page, '/ru/info/about', 'Честный текст')
	const article = page.locator('article.prose')
	await expect(article.locator('script, img, svg, style, iframe')).toHaveCount(0)
	const attributes = await article.evaluate((node) =>
		[...node.querySelectorAll('*')].flatMap((one) => [...one.attributes].map(({ name, value }) => `${name}=${value}`)),
	)
	expect(attributes.filter((one) => /^on|^style|javascript:/i.test(one))).toEqual([])
	await expect(article.getByText('плохая ссылка')).toBeVisible()
	await expect(article.getByRole('link', { name: 'плохая' })).toHaveCount(0)
	await expect(article.getByRole('link', { name: 'хорошая' })).toHaveAttribute('href', 'https://larek.example/')
	await article.getByText('Честный текст').click()
	await page.waitForLoadState('networkidle')
	expect(await page.evaluate(() => 'boomed' in window)).toBe(false)
	expect(asked.filter((url) => url.includes('evil.example'))).toEqual([])
	expect(dialogs).toEqual([])
	const source = await (await page.request.get('/ru/info/about')).text()
	expect(source).not.toContain('boom')
	expect(source).not.toContain('evil.example')
	await page.screenshot({ path: info.outputPath('buyer.png') })

	await desk.getByRole('button', { name: 'Версии' }).click()
	const drawer = desk.getByRole('dialog', { name: 'Версии' })
	await expect(drawer.getByText('Была при открытии магазина')).toBeVisible()
	await expectStateAccessible(desk)
	await shot('versions')
	await drawer.getByRole('button', { name: 'Вернуть' }).last().click()
	await saveIn(desk.getByRole('dialog', { name: 'Вернуть версию 1' }), 'Вернуть')
	await expect(text).toHaveValue(first.trim())
	await seeing(page, '/ru/info/about', 'ночной киоск')
	expect(errors).toEqual([])
})

test('of two editors the second is refused and loses no text', async ({ page, browser }) => {
	const { page: desk } = await openDesk(browser, page, 'catalog')
	const other = await desk.context().newPage()
	for (const tab of [desk, other]) {
		await tab.goto('/console/content/articles/cookies')
		await expect(tab.getByLabel('Заголовок', { exact: true })).toHaveValue(/./)
	}
	const header = await desk.getByLabel('Заголовок', { exact: true }).inputValue()
	for (const [tab, words] of [
		[desk, `${header}.`],
		[other, `${header}!`],
	] as const) {
		await tab.getByLabel('Заголовок', { exact: true }).fill(words)
		await tab.getByRole('button', { name: 'Сохранить' }).click()
		await because(tab.getByRole('dialog', { name: 'Сохранить' }))
		await tab.getByRole('dialog', { name: 'Сохранить' }).getByRole('button', { name: 'Сохранить' }).click()
	}
	await expect(other.getByRole('dialog').getByRole('alert')).toContainText('Пока вы правили, это изменил кто-то другой')
	await other.getByRole('button', { name: 'Отмена' }).click()
	await expect(other.getByLabel('Заголовок', { exact: true })).toHaveValue(`${header}!`)
	await other.getByRole('button', { name: 'Взять новую версию' }).click()
	await expect(other.getByLabel('Заголовок', { exact: true })).toHaveValue(`${header}.`)
	await expect(desk.getByRole('heading', { level: 1 })).toHaveText(`${header}.`)
})
