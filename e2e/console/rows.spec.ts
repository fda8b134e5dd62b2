// Rows that no purchase of a story makes: each is ended in its pane, as expectQuick counts it.
import { type Locator, test } from '@playwright/test'
import { sql } from '../shop.ts'
import { type Desk, openDesk, openTask, solve } from './desk.ts'
import { because, expect } from './page.ts'
import { eventually } from './situations.ts'

test.setTimeout(300_000)

const explain = (text: string) => (dialog: Locator) => because(dialog, text)

/** What is written in SQL makes no event: the list is read again. */
async function end(desk: Desk, words: string[], way: string): Promise<void> {
	desk.writes.length = 0
	await desk.page.reload()
	await openTask(desk, ...words)
	await solve(desk, way, explain('Посмотрели'))
}

test('a review, a letter, a cost, a method and an erasure are each ended in their pane', async ({ page, browser }) => {
	const mark = Date.now()
	const desk = await openDesk(browser, page, 'admin')

	sql(`insert into feedback (order_id, text, rating, state, created)
		select o.id, 'Быстро ${mark}', 5, 'waiting', now() from orders o
		where o.status = 'done' and not exists (select from feedback f where f.order_id = o.id) order by o.id desc limit 1`)
	await end(desk, [`Быстро ${mark}`], 'Опубликовать')
	expect(sql(`select state from feedback where text = 'Быстро ${mark}'`)).toBe('published')

	const letter = sql(`insert into letters (order_id, event, state, tries, created)
		select max(o.id), 'delivered', 'given_up', 9, now() from orders o
		where o.status = 'done' and o.email is not null and not exists (select from letters l where l.order_id = o.id and l.event = 'delivered')
		returning id || ' ' || order_id`).split(/\s/)
	await end(desk, ['Письмо не ушло', `заказ ${letter[1]}`], 'Отправить снова')
	await eventually(`select state from letters where id = ${letter[0]}`, 'sent')

	const offer = sql(`update offers set asked_cost = cost * 1.8, asked_at = now() where id = (
			select max(id) from offers where supplier = 'gamesdrop' and is_active and asked_cost is null) returning id`).split(
		/\s/,
	)[0]
	await end(desk, ['Новая цена поставщика'], 'Не покупать так')
	expect(sql(`select refused_cost = asked_cost from offers where id = ${offer}`)).toBe('t')
	// A product without this offer is closed in the story that switches the other supplier off.
	sql(`update offers set asked_cost = null, asked_at = null, refused_cost = null where id = ${offer}`)

	sql(`insert into method_pauses (method_id, state, since, until, tries, paid, week_tries, week_paid)
		select min(id), 'paused', now(), now() + interval '1 hour', 20, 2, 400, 380 from payment_methods`)
	await end(desk, ['Способ оплаты не работает'], 'Не отключать')
	expect(sql(`select string_agg(state, ' ') from method_pauses`)).toBe('kept')
	sql('delete from method_pauses')

	const buyer = sql(`insert into user_erasures (user_id, reason, asked_by, asked_at)
		select (select max(id) from users where erased_at is null), 'Просит ${mark}', min(id), now() from staff returning user_id`).split(
		/\s/,
	)[0]
	await end(desk, ['Просят стереть данные', `№ ${buyer}`], 'Не стирать')
	expect(sql(`select state from user_erasures where reason = 'Просит ${mark}'`)).toBe('declined')
})
