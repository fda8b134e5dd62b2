// What an editor writes in a letter is what comes.
import { test } from '@playwright/test'
import { openDesk } from './desk.ts'
import { saveIn } from './editor.ts'
import { expect, expectStateAccessible } from './page.ts'

test.setTimeout(120_000)

test('a letter is changed beside how it comes, and sent to oneself', async ({ page, browser }, info) => {
	const { page: desk, errors } = await openDesk(browser, page, 'catalog')
	await desk.goto('/console/content/letters/delivered')
	const letter = desk.frameLocator('iframe')
	await expect(letter.getByRole('heading', { name: 'Заказ 4001 доставлен' })).toBeVisible()
	const lead = desk.getByLabel('Текст', { exact: true })
	await lead.fill('Здравствуйте, {имя}!')
	await expect(desk.getByText('Подстановки {имя} здесь нет. Можно: {заказ}.')).toBeVisible()
	await lead.fill('Ночной <b>курьер</b> принёс заказ {заказ}.')
	const words = letter.getByText('Ночной <b>курьер</b> принёс заказ 4001.')
	await expect(words).toBeVisible()
	// The look of a letter is in its markup, which the console's pages do not allow by themselves.
	await expect(words).toHaveCSS('font-size', '16px')
	await expectStateAccessible(desk)
	await desk.screenshot({ path: info.outputPath('letter.png'), fullPage: true })
	await desk.getByRole('button', { name: 'Прислать себе' }).click()
	await expect(desk.getByText('Письмо отправлено на вашу почту.')).toBeVisible()
	await desk.getByRole('button', { name: 'Сохранить' }).click()
	await saveIn(desk.getByRole('dialog', { name: 'Сохранить' }))
	await desk.getByRole('button', { name: 'Версии' }).click()
	await expect(desk.getByRole('dialog', { name: 'Версии' }).getByText('сейчас в письмах')).toBeVisible()
	// The frame runs nothing, not even what the test asks of it.
	expect(errors.filter((text) => !text.startsWith("Blocked script execution in 'about:blank'"))).toEqual([])
})
