// Work of several people at the queue: many rows at once, and a shift that is handed over.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { type Desk, openDesk, openTask, take } from './desk.ts'
import { because, expect, expectAccessible, expectStateAccessible, isPhone } from './page.ts'

test.setTimeout(300_000)

/** Reviews that wait, one for each name. */
function reviewsWait(...texts: string[]): void {
	for (const text of texts) {
		sql(`insert into feedback (order_id, text, rating, state, created)
			select o.id, '${text}', 2, 'waiting', now() from orders o
			where o.status = 'done' and not exists (select from feedback f where f.order_id = o.id) order by o.id desc limit 1`)
	}
}

const row = ({ page }: Desk, text: string) => page.getByRole('listitem').filter({ hasText: text })
const tick = (desk: Desk, text: string) => row(desk, text).getByRole('checkbox')
const bar = ({ page }: Desk) => page.getByRole('toolbar', { name: 'Действия с выбранными' })
const press = (desk: Desk, action: string) => bar(desk).getByRole('button', { name: action, exact: true }).click()

test('reviews are taken, noted and published together; the one of a colleague is refused', async ({
	page,
	browser,
}) => {
	test.skip(isPhone(page), 'a phone has no selection')
	const mark = Date.now()
	const texts = [`Первый ${mark}`, `Второй ${mark}`, `Третий ${mark}`] as const
	reviewsWait(...texts)
	const desk = await openDesk(browser, page, 'senior')
	const states = () => sql(`select string_agg(distinct state, ' ') from feedback where text like '%ый ${mark}'`)
	for (const text of texts.slice(0, 2)) await tick(desk, text).check()
	await press(desk, 'Взять')
	await expect(desk.page.getByText('Сделано: 2 из 2')).toBeVisible()

	await press(desk, 'Заметка')
	const note = desk.page.getByRole('dialog', { name: 'Заметка' })
	await note.getByLabel('Текст').fill(`Читали ${mark}`)
	await expectStateAccessible(desk.page)
	await note.getByRole('button', { name: 'Заметка' }).click()
	await expect(note).toBeHidden()
	await expect(bar(desk)).toBeHidden()
	expect(sql(`select count(*) from order_notes where text = 'Читали ${mark}'`)).toBe('2')

	const colleague = await openDesk(browser, page, 'operator')
	await openTask(colleague, texts[2])
	await take(colleague)
	for (const text of texts.slice(0, 2)) await tick(desk, text).check()
	await openTask(desk, texts[2])
	await desk.page.keyboard.press('x')
	await expect(bar(desk)).toContainText('Выбрано 3')
	await press(desk, 'Опубликовать')
	const dialog = desk.page.getByRole('dialog', { name: 'Опубликовать' })
	await because(dialog, 'Прочитали')
	await dialog.getByRole('button', { name: 'Опубликовать' }).click()
	const report = desk.page.getByRole('dialog', { name: 'Сделано: 2 из 3' })
	await expect(report.getByRole('listitem').filter({ hasText: texts[2] })).toContainText('Это взял другой человек')
	await expectStateAccessible(desk.page)

	await colleague.page.getByRole('button', { name: 'Отпустить' }).click()
	await expect(colleague.page.getByRole('button', { name: 'Взять', exact: true })).toBeVisible()
	await report.getByRole('button', { name: 'Повторить для отказанных' }).click()
	await expect(desk.page.getByRole('dialog', { name: 'Сделано: 1 из 1' })).toBeVisible()
	expect(states()).not.toContain('waiting')
	expect(desk.errors).toEqual([])
})

test('a shift is handed over: a colleague gets the rows and reads the note', async ({ page, browser }) => {
	const mark = Date.now()
	const texts = [`Один ${mark}`, `Два ${mark}`]
	const note = `Покупатель позвонит в полдень ${mark}`
	reviewsWait(...texts)
	const desk = await openDesk(browser, page, 'senior')
	const colleague = await openDesk(browser, page, 'operator')
	const { id } = await (await colleague.page.request.get('/api/admin/me/')).json()
	for (const text of texts) {
		await row(desk, text)
			.getByRole('button', { name: /^Взять/ })
			.click()
		await expect(desk.page.getByText('Задача ваша')).toBeVisible()
		await desk.page.goto('/console/queue')
	}

	const shift = ({ page: at }: Desk) => at.getByRole('dialog', { name: 'Смена', exact: true })
	await desk.page.getByRole('button', { name: /^Смена/ }).click()
	await shift(desk).getByRole('button', { name: 'Выйти на смену' }).click()
	await expect(shift(desk).getByRole('listitem').filter({ hasText: 'вы' })).toContainText('задач: 2')
	await expectAccessible(desk.page)
	// Whoever holds rows goes off by a hand-over.
	await shift(desk).getByRole('button', { name: 'Уйти со смены' }).click()
	const dialog = desk.page.getByRole('dialog', { name: 'Передать смену' })
	await dialog.getByLabel('Записка', { exact: true }).fill(note)
	await dialog.getByLabel('Кому задачи и записка').selectOption(String(id))
	await expect(dialog.getByLabel('Уйти со смены')).toBeChecked()
	await expectAccessible(desk.page)
	await dialog.getByRole('button', { name: 'Передать смену' }).click()
	await expect(desk.page.getByText('Передано задач: 2')).toBeVisible()
	await expect(shift(desk).getByRole('button', { name: 'Выйти на смену' })).toBeVisible()

	// The colleague sees it without a reload.
	await expect(colleague.page.getByRole('img', { name: /^новых записок/ })).toBeVisible()
	await colleague.page.getByRole('button', { name: 'Мои' }).click()
	for (const text of texts) await expect(row(colleague, text)).toBeVisible()
	await colleague.page.getByRole('button', { name: /^Смена/ }).click()
	await expect(shift(colleague).getByRole('listitem').filter({ hasText: note })).toContainText('новая')
	await expectStateAccessible(colleague.page)
	await colleague.page.keyboard.press('Escape')
	await expect(colleague.page.getByRole('img', { name: /^новых записок/ })).toBeHidden()
	expect([...desk.errors, ...colleague.errors]).toEqual([])
})
