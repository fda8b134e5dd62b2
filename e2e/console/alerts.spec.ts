// What a person is alerted to is what they chose, and the tab counts what waits.
import { test } from '@playwright/test'
import { sql } from '../shop.ts'
import { sandbox } from '../stories/sandbox.ts'
import { hire } from './operator.ts'
import { expect, expectStateAccessible, listen } from './page.ts'

test('alerts are chosen, kept and tested, and the title counts the queue', async ({ page }) => {
	const errors = listen(page)
	const { email } = await hire(page, 'operator')
	sql(`insert into letters (order_id, event, state, created) values (1, 'alerts ${email}', 'given_up', now())`)
	await page.goto('/console/account')
	const { badges } = await (await page.request.get('/api/admin/me/')).json()
	const { count } = badges.find(({ name }: { name: string }) => name === 'queue')
	expect(count).toBeGreaterThan(0)
	await expect(page).toHaveTitle(`(${count < 99 ? count : '99+'}) Мои сессии и ключи · Консоль «Ларёк»`)

	const card = page.getByRole('region', { name: 'Уведомления' })
	await expect(card.getByText('Книги не сходятся')).toBeHidden()
	await card.getByLabel('Просроченные задачи: Почта').check()
	await card.getByLabel('Не беспокоить с (МСК)').selectOption('22:00')
	await card.getByRole('button', { name: 'Сохранить' }).click()
	await expect(card.getByText('Укажите два разных часа.')).toBeVisible()
	await expectStateAccessible(page)
	await card.getByLabel('Не беспокоить до (МСК)').selectOption('8:00')
	await card.getByRole('button', { name: 'Сохранить' }).click()
	await expect(page.getByText('Уведомления сохранены')).toBeVisible()
	await page.reload()
	await expect(card.getByLabel('Просроченные задачи: Почта')).toBeChecked()
	await expect(card.getByLabel('Задачи в очереди: Почта')).not.toBeChecked()
	await expect(card.getByLabel('Не беспокоить с (МСК)')).toHaveValue('22')
	await expect(card.getByLabel('Не беспокоить до (МСК)')).toHaveValue('8')

	await card.getByRole('button', { name: 'Прислать пробное письмо' }).click()
	await expect(page.getByText('Отправляем')).toBeVisible()
	const subjects = async () => {
		const answer = await fetch(`${sandbox}/control/letters?to=${encodeURIComponent(email)}`)
		return ((await answer.json()) as { subject: string }[]).map(({ subject }) => subject)
	}
	await expect.poll(subjects).toContain('Пробное уведомление')
	expect(errors).toEqual([])
})

test('a push is shown by the worker of the console', async ({ browser }) => {
	const context = await browser.newContext({ serviceWorkers: 'allow', permissions: ['notifications'] })
	const page = await context.newPage()
	const errors = listen(page)
	await page.goto('/console/sign-in')
	const client = await context.newCDPSession(page)
	const registration = new Promise<string>((resolve) => {
		client.on('ServiceWorker.workerVersionUpdated', ({ versions }) => {
			const own = versions.find(
				({ scriptURL, status }) => scriptURL.endsWith('/console/push.js') && status === 'activated',
			)
			if (own) resolve(own.registrationId)
		})
	})
	await client.send('ServiceWorker.enable')
	const scope = await page.evaluate(async () => (await navigator.serviceWorker.register('/console/push.js')).scope)
	const { origin } = new URL(page.url())
	expect(scope).toBe(`${origin}/console/`)
	const note = { title: 'Задачи в очереди', body: 'Задачи в очереди: 2', path: '/queue', tag: 'staff.1' }
	const data = JSON.stringify(note)
	await client.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registration, data })
	const shown = () =>
		page.evaluate(async () => {
			const notes = await (await navigator.serviceWorker.getRegistration('/console/'))?.getNotifications()
			return notes?.map(({ title, body, tag, data: path }) => ({ title, body, path, tag }))
		})
	await expect.poll(shown).toEqual([note])
	expect(errors).toEqual([])
	await context.close()
})
