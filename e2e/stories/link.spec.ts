// An order's link in other hands: it shows how the order goes and takes a payment. The guest who made the order gets it
// back by the link of a letter, with or without scripts.
import { expect, test } from '@playwright/test'
import { expectStateAccessible, heading, pay, soon } from './delivery.ts'
import { orderCodes, timeline } from './payment.ts'
import { sandbox } from './sandbox.ts'

test.setTimeout(180_000)

/** The newest link with a proof that was sent to an address about an order. */
async function letterLink(to: string, hash: string): Promise<string> {
	let link = ''
	await expect
		.poll(
			async () => {
				const text = await (await fetch(`${sandbox}/control/letters?to=${to}`)).text()
				const found = [...text.matchAll(new RegExp(`/ru/orders/${hash}/prove\\?proof=[0-9a-z]{26}`, 'g'))]
				link = found.at(-1)?.[0] ?? ''
				return link
			},
			{ timeout: 30_000 },
		)
		.not.toBe('')
	return link
}

test('a link shows an order without what is its owner’s, and a letter opens it once', async ({
	page,
	browser,
	baseURL,
}) => {
	const hash = await orderCodes(page)
	const strangers = await browser.newContext({ baseURL })
	const stranger = await strangers.newPage()
	await stranger.goto(`/ru/orders/${hash}/pay`)
	await expect(stranger.getByText('Вы платите за заказ, открытый по ссылке')).toBeVisible()
	await expect(stranger.locator('input[name=method][value=balance]')).toHaveCount(0)
	await expect(stranger.getByText('Промокод')).toHaveCount(0)

	await pay(page)
	await expect(heading(page)).toHaveText('Коды ваши', soon)
	const answer = await page.request.get(`/ru/orders/${hash}/details`)
	expect(answer.headers()['cache-control']).toContain('no-store')
	const code = await page
		.getByRole('button', { name: 'Показать' })
		.first()
		.click()
		.then(() => page.locator('.code-field').first().innerText())

	await stranger.goto(`/ru/orders/${hash}/details`)
	const card = stranger.getByRole('region', { name: 'Заказ открыт по ссылке' })
	await expect(card).toBeVisible()
	await expect(stranger.getByText('Коды доставлены. Их видит только владелец заказа.').first()).toBeVisible()
	await expect(timeline(stranger)).toContainText('Доставлено')
	expect(await stranger.content()).not.toContain(code)
	expect(await stranger.content()).not.toContain('pokupatel@')
	await expectStateAccessible(stranger)
	await card.getByRole('button', { name: 'Прислать ссылку на p***@example.ru' }).click()
	await expect(heading(stranger)).toHaveText('Проверьте почту')
	await strangers.close()

	const link = await letterLink('pokupatel@example.ru', hash)
	const plain = await browser.newContext({ baseURL, javaScriptEnabled: false, viewport: { width: 360, height: 740 } })
	const phone = await plain.newPage()
	await phone.goto(link)
	await phone.reload() // reading it changes nothing
	await expect(heading(phone)).toHaveText('Откройте свой заказ')
	await phone.getByRole('button', { name: 'Открыть заказ здесь' }).focus()
	await phone.keyboard.press('Enter')
	await phone.waitForURL(/\/details$/)
	expect(await phone.content()).toContain(code)
	await plain.close()

	const late = await browser.newContext({ baseURL })
	const second = await late.newPage()
	await second.goto(link)
	await second.getByRole('button', { name: 'Открыть заказ здесь' }).click()
	await expect(heading(second)).toHaveText('Ссылка уже не действует')
	await expect(second.getByRole('button', { name: 'Прислать ссылку ещё раз' })).toBeVisible()
	await expectStateAccessible(second)
	await late.close()
})
