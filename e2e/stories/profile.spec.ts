// History, balance, promo code, and the settings of an account.
import { readFile } from 'node:fs/promises'
import { type Page, test } from '@playwright/test'
import { shopUrl, sql } from '../shop.ts'
import { tabTo } from './keyboard.ts'
import { orderCodes } from './payment.ts'
import {
	allowAllProviders,
	atProvider,
	enter,
	expect,
	expectStateAccessible,
	heading,
	listen,
	type Provider,
	resetUsers,
	signInAs,
	signInButton,
	titles,
} from './signin.ts'

test.setTimeout(120_000)
test.beforeEach(resetUsers)

const me = (provider = 'vk_id') => sql(`select user_id from identities where provider = '${provider}'`)
const history = (page: Page) => page.getByRole('region', { name: 'История заказов' })
const rows = (page: Page) => history(page).getByRole('listitem')
const services = (page: Page) => page.getByRole('region', { name: 'Привязанные сервисы' })
const service = (page: Page, title: string) =>
	services(page)
		.getByRole('listitem')
		.filter({ has: page.getByText(title, { exact: true }).first() })

/** Orders as old as they are many. */
function orders(user: string, count: number, status = 'done'): void {
	const ended = status === 'done' || status === 'failed'
	sql(`with made as (
		insert into orders (hash, kind, status, user_id, game_id, total, detail, created, done_at, next_action, due_at)
		select gen_random_uuid(), 'pubg', '${status}', ${user}, 1, 1198, '{}', now() - n * interval '3 hours',
			${status === 'done' ? "now() - n * interval '3 hours'" : 'null'},
			${ended ? 'null, null' : "'pay', now() + interval '1 day'"}
		from generate_series(1, ${count}) n returning id)
		insert into order_lines (order_id, product_id, title, quantity, unit_price, status)
		select made.id, p.id, p.title, 2, 599, '${status === 'done' ? 'completed' : 'processing'}'
		from made, (select id, title from products where game_id = 1 order by id limit 1) p`)
}

function money(user: string, amount: number, ref: string): void {
	sql(`with g as (insert into ledger_groups (reason, ref) values ('story', '${ref}') returning id)
		insert into ledger_postings (group_id, account, currency, amount)
		select g.id, a, 'RUB', v from g, (values ('customer:${user}', -${amount}), ('orders', ${amount})) x(a, v)`)
}

test('the history goes on as one scrolls, and is filtered by status', async ({ page }) => {
	await enter(page, 'vk_id', 'Иван Ковалёв')
	await expect(page.getByText('Здесь будет история')).toBeVisible()
	orders(me(), 60)
	orders(me(), 2, 'waiting_for_payment')
	await page.reload()
	await expect(rows(page)).toHaveCount(50)
	await expect(history(page)).toContainText('62 заказа')
	await rows(page).last().scrollIntoViewIfNeeded()
	await expect(rows(page)).toHaveCount(62)
	await page.getByLabel('Какие заказы показать').selectOption('Ждут оплаты')
	await expect(rows(page)).toHaveCount(2)
	await expect(page).toHaveURL(/status=waiting_for_payment/)
	await page.reload()
	await expect(rows(page)).toHaveCount(2)
	await page.goBack()
	await expect(rows(page)).toHaveCount(50)
	await rows(page).nth(5).getByRole('link').click()
	await page.waitForURL(/\/details$/)
})

test('the balance with its movements, and a promo code on and off', async ({ page }) => {
	await enter(page, 'vk_id', 'Мария Лебедева')
	const user = me()
	for (let n = 1; n <= 12; n++) money(user, 100 * n + 0.5, `${user}-${n}`)
	await page.reload()
	const balance = page.getByRole('region', { name: 'Баланс' })
	await expect(balance).toContainText('7\u00a0806,00\u00a0₽')
	const moves = balance.getByRole('listitem')
	for (const count of [5, 10, 12]) {
		await expect(moves).toHaveCount(count)
		if (count < 12) await balance.getByRole('button', { name: 'Показать ещё' }).click()
	}

	const code = `STORY${Date.now()}`
	sql(`insert into promo_codes (code, kind, percent, goods, valid_from, created)
		values ('${code}', 'public', 7, 'games', now(), now())`)
	const promo = page.getByRole('region', { name: 'Промокод' })
	await promo.getByRole('textbox').fill('нет такого')
	await promo.getByRole('button', { name: 'Включить' }).click()
	await expect(promo.getByRole('alert')).toContainText('Такого промокода нет')
	await promo.getByRole('textbox').fill(code)
	await promo.getByRole('button', { name: 'Включить' }).click()
	await expect(promo).toContainText(`${code}`)
	await expect(promo).toContainText('−7\u00a0%')
	await promo.getByRole('button', { name: 'Убрать' }).click()
	await promo.getByRole('button', { name: 'Получить личный за покупки' }).click()
	await expect(promo.getByRole('alert')).toContainText('нужно 3 за последние 30 дней')
	orders(user, 3)
	await promo.getByRole('button', { name: 'Получить личный за покупки' }).click()
	await expect(promo.getByRole('button', { name: 'Убрать' })).toBeVisible()
})

test('orders made as a guest come along once the e-mail is proven', async ({ page }) => {
	await orderCodes(page)
	await enter(page, 'vk_id', 'Иван Ковалёв')
	await expect(page.getByText('Подтвердите почту, на которую')).toBeVisible()
	sql(`update users set email = 'pokupatel@example.ru' where id = ${me()}`)
	await page.reload()
	await page.getByRole('button', { name: 'Забрать заказы' }).click()
	await expect(page.getByText(/^Добавили \d+ заказ/)).toBeVisible()
	await expect(rows(page).first()).toContainText('660 UC')
	await page.getByRole('button', { name: 'Закрыть' }).click()
	await page.getByRole('button', { name: 'Забрать заказы' }).click()
	await expect(page.getByText('Новых заказов на эту почту нет.')).toBeVisible()
})

test('every service is bound and unbound, but never the last', async ({ page }) => {
	const errors = listen(page)
	await enter(page, 'vk_id', 'Тимур Сафин')
	await page.goto('/ru/profile/settings')
	await service(page, 'VK ID').getByRole('button', { name: 'Отвязать' }).click()
	await expect(page.getByText('Это последний способ войти')).toBeVisible()
	for (const provider of ['steam', 'telegram', 'vk', 'yandex'] as Provider[]) {
		const row = service(page, titles[provider])
		await row.getByRole('button', { name: 'Привязать' }).click()
		await atProvider(page, 'Мария Лебедева')
		await page.waitForURL('**/ru/profile/settings')
		await expect(page.getByText(`${titles[provider]}: привязали`)).toBeVisible()
		await expect(row.getByRole('button', { name: 'Отвязать' })).toBeVisible()
	}
	for (const provider of ['vk_id', 'steam', 'telegram', 'vk'] as Provider[]) {
		const row = service(page, titles[provider])
		await row.getByRole('button', { name: 'Отвязать' }).click()
		await expect(row.getByRole('button', { name: 'Привязать' })).toBeVisible()
	}
	await service(page, 'VK ID').getByRole('button', { name: 'Привязать' }).click()
	await atProvider(page, 'Тимур Сафин')
	await expect(service(page, 'VK ID')).toContainText('Привязан')
	await service(page, 'Яндекс ID').getByRole('button', { name: 'Отвязать' }).click()
	await expect(service(page, 'Яндекс ID')).toContainText('Не привязан')
	expect(errors).toEqual([])
})

test('a Facebook profile can be let go of; somebody else’s cannot be taken', async ({ page }) => {
	allowAllProviders()
	await page.goto('/ru')
	await signInButton(page).click()
	await signInAs(page, 'facebook', 'Тимур Сафин')
	await page.waitForURL(/\/ru(\/profile)?$/)
	await page.goto('/ru/profile/settings')
	await service(page, 'Яндекс ID').getByRole('button', { name: 'Привязать' }).click()
	await atProvider(page, 'Тимур Сафин')
	await service(page, 'Facebook').getByRole('button', { name: 'Отвязать' }).click()
	await expect(service(page, 'Facebook')).toHaveCount(0)

	sql(`insert into identities (provider, subject, user_id, bound_at)
		select 'vk', '1001', id, now() from users where nickname <> 'Тимур Сафин' limit 1`)
	await service(page, 'ВКонтакте').getByRole('button', { name: 'Привязать' }).click()
	await atProvider(page, 'Иван Ковалёв')
	await expect(page.getByRole('alert')).toHaveText('Этот профиль уже привязан к другому аккаунту.')
	await page.getByRole('link', { name: 'Попробовать ещё раз' }).click()
	await page.waitForURL('**/ru/profile/settings')
})

test('who signed in long ago is asked to do it again before an account can be taken over', async ({
	page,
	context,
}) => {
	await enter(page, 'vk_id', 'Тимур Сафин')
	sql(`update sessions set created = now() - interval '1 hour' where user_id = ${me()}`)
	await context.addCookies([{ name: 'access', value: 'expired', url: shopUrl, sameSite: 'Lax' }])
	await page.goto('/ru/profile/settings')
	await service(page, 'Steam').getByRole('button', { name: 'Привязать' }).click()
	const sheet = page.getByRole('dialog', { name: 'Подтвердите, что это вы' })
	await expect(sheet.getByRole('button', { name: /^Войти через/ })).toHaveCount(1)
	await expectStateAccessible(page)
	await page.keyboard.press('Escape')
	await page.getByRole('button', { name: 'Скачать данные' }).click()
	await sheet.getByRole('button', { name: 'Войти через VK ID' }).click()
	await atProvider(page, 'Тимур Сафин')
	await page.waitForURL('**/ru/profile/settings')
	await service(page, 'Steam').getByRole('button', { name: 'Привязать' }).click()
	await atProvider(page, 'Тимур Сафин')
	await expect(page.getByText('Steam: привязали')).toBeVisible()
	await expect(page.getByRole('region', { name: 'Устройства' }).getByRole('listitem')).toHaveCount(1)
})

test('consents are given and taken back, data taken away, and the account erased', async ({ page }) => {
	await enter(page, 'vk_id', 'Иван Ковалёв')
	const user = me()
	await page.goto('/ru/profile/settings')
	const mailing = page.getByRole('checkbox', { name: /Письма о скидках/ })
	await mailing.check()
	await expect(page.getByText(/Дано/)).toBeVisible()
	await mailing.uncheck()
	await expect(page.getByText(/Отозвано/)).toBeVisible()
	expect(sql(`select string_agg(given::text, ' ' order by id) from consents where user_id = ${user}`)).toBe(
		'true false',
	)

	const [download] = await Promise.all([
		page.waitForEvent('download'),
		page.getByRole('button', { name: 'Скачать данные' }).click(),
	])
	expect(download.suggestedFilename()).toMatch(/^larek-\d{4}-\d\d-\d\d\.json$/)
	expect(JSON.parse(await readFile(await download.path(), 'utf8')).profile.nickname).toBe('Иван Ковалёв')

	money(user, 300, `${user}-left`)
	await page.reload()
	await page.getByRole('button', { name: 'Удалить аккаунт' }).click()
	const sheet = page.getByRole('dialog', { name: 'Удалить аккаунт?' })
	await expectStateAccessible(page)
	await sheet.getByRole('button', { name: 'Удалить навсегда' }).click()
	await expect(sheet.getByRole('alert')).toContainText('Отметьте')
	await sheet.getByRole('checkbox', { name: 'Понимаю, удаляйте' }).check()
	await sheet.getByRole('button', { name: 'Удалить навсегда' }).click()
	await expect(sheet.getByRole('alert')).toContainText('На балансе есть деньги')
	await sheet.getByRole('checkbox', { name: /Отказываюсь от 300,00\s₽ на балансе/ }).check()
	await sheet.getByRole('button', { name: 'Удалить навсегда' }).click()
	await page.waitForURL('**/ru')
	await expect(page.getByText('Аккаунт удалён')).toBeVisible()
	expect(sql(`select nickname from users where id = ${user}`)).toBe('Удалённый профиль')
	expect(sql(`select sum(amount)::int from ledger_postings where account = 'customer:${user}'`)).toBe('0')
})

test('profile and settings by keyboard only, and axe finds nothing', async ({ page }) => {
	const errors = listen(page)
	await enter(page, 'vk_id', 'Мария Лебедева')
	orders(me(), 3)
	await page.reload()
	await expect(rows(page)).toHaveCount(3)
	await expectStateAccessible(page)
	await tabTo(page, page.getByLabel('Какие заказы показать'))
	await page.keyboard.press('End')
	await expect(page.getByText('Заказов с таким статусом нет.')).toBeVisible()
	await tabTo(page, page.getByRole('link', { name: 'Показать все' }))
	await page.keyboard.press('Enter')
	await expect(rows(page)).toHaveCount(3)
	await page.reload()
	await tabTo(page, page.getByRole('navigation', { name: 'Разделы профиля' }).getByRole('link', { name: 'Настройки' }))
	await page.keyboard.press('Enter')
	await page.waitForURL('**/settings')
	await expect(page.getByText('Это устройство')).toBeVisible()
	await expectStateAccessible(page)
	await tabTo(page, service(page, 'Steam').getByRole('button', { name: 'Привязать' }))
	await tabTo(page, page.getByRole('checkbox', { name: /Письма о скидках/ }))
	await page.keyboard.press('Space')
	await expect(page.getByRole('checkbox', { name: /Письма о скидках/ })).toBeChecked()
	await tabTo(page, page.getByRole('button', { name: 'Удалить аккаунт' }))
	await page.keyboard.press('Enter')
	await expect(page.getByRole('dialog')).toBeVisible()
	await page.keyboard.press('Escape')
	await expect(page.getByRole('button', { name: 'Удалить аккаунт' })).toBeFocused()
	await page.getByRole('button', { name: /^Выйти$/ }).focus()
	await page.keyboard.press('Enter')
	await page.waitForURL('**/ru')
	await expect(heading(page)).toBeVisible()
	expect(errors).toEqual([])
})
