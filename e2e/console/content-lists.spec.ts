// Questions and banners that an editor saves are what buyers see.
import { test } from '@playwright/test'
import { openDesk } from './desk.ts'
import { saveIn, seeing } from './editor.ts'
import { expect, expectStateAccessible } from './page.ts'

test.setTimeout(240_000)

test('buyers see a new question and a changed banner', { tag: '@nightly' }, async ({ page, browser }, info) => {
	const { page: desk, errors } = await openDesk(browser, page, 'catalog')
	const shot = (name: string) => desk.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
	const question = `Можно ли <b>ночью</b> ${Date.now()}?`
	await desk.goto('/console/content?tab=questions&game=1')
	await desk.getByRole('button', { name: 'Новый вопрос' }).click()
	const dialog = desk.getByRole('dialog', { name: 'Новый вопрос' })
	await dialog.getByLabel('Вопрос').fill(question)
	await dialog.getByLabel('Ответ').fill('Да, мы не закрываемся.')
	await expectStateAccessible(desk)
	await saveIn(dialog)
	await expect(desk.getByText(question)).toBeVisible()
	await shot('questions')
	await seeing(page, '/ru/games/1', question)

	await desk.goto('/console/content?tab=banners')
	const banner = desk.getByRole('listitem').filter({ hasText: 'Окошко светится до утра' })
	const rename = async (from: string, to: string) => {
		await desk.getByRole('button', { name: `Изменить: ${from}` }).click()
		const form = desk.getByRole('dialog', { name: from })
		await form.getByLabel('Заголовок').fill(to)
		await saveIn(form)
	}
	await expect(banner).toContainText('на сайте')
	await shot('banners')
	await rename('Окошко светится до утра', 'Ларёк не спит')
	await seeing(page, '/ru', 'Ларёк не спит')
	await rename('Ларёк не спит', 'Окошко светится до утра')
	await seeing(page, '/ru', 'Окошко светится до утра')
	await desk.goto('/console/content?tab=contacts')
	await expect(desk.getByText('ООО «Ларёк-демо»')).toBeVisible()
	await shot('contacts')
	expect(errors).toEqual([])
})
