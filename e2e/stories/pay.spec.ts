// Every way to pay, from the shelf to the codes, in one sitting.
import { expect, test } from '@playwright/test'
import { atBank, expectCodes, invoice, orderCodes, panel, payBy, payThere, timeline } from './paying.ts'

test.setTimeout(90_000)

test('redirect: to the provider, paid there, and back to an order that already knows', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	await payThere(page)
	await expectCodes(page)
})

test('SBP: a code to scan, and the page learns of the payment by itself', async ({ page }, { project }) => {
	await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await expect(page.getByRole('img', { name: 'QR-код для оплаты' })).toBeVisible()
	await expect(page.getByRole('timer').last()).toHaveText(/^\d\d:\d\d$/)
	const app = page.getByRole('link', { name: 'Открыть приложение банка' })
	if (project.name === 'phone') await expect(app).toHaveAttribute('href', /\/pay\/tbank\//)
	else await expect(app).toBeHidden()
	await page.reload()
	await expect(page.getByRole('img', { name: 'QR-код для оплаты' })).toBeVisible()
	await atBank('tbank', 'pay')
	await expectCodes(page)
})

test('SBP by a picture of the bank', async ({ page }) => {
	await orderCodes(page, 1)
	await payBy(page, 'tbank_qr')
	const picture = page.getByRole('img', { name: 'QR-код для оплаты' })
	await expect(picture).toBeVisible()
	expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
	await atBank('tbank', 'pay')
	await expectCodes(page, 1)
})

test('card transfer: the card and the exact sum can be copied', async ({ page, context }) => {
	await context.grantPermissions(['clipboard-read', 'clipboard-write'])
	await orderCodes(page)
	await payBy(page, 'payin_p2p')
	await page.getByRole('button', { name: 'Скопировать: Номер карты' }).click()
	expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{16}$/)
	await page.getByRole('button', { name: 'Скопировать: Точная сумма' }).click()
	const { amount } = await invoice('payin')
	expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(amount.replace('.', ','))
	await atBank('payin', 'pay')
	await expectCodes(page)
})

test('form: posted to the provider by itself', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'payin_form')
	await page.waitForURL(/\/payin\/api\/shop|\/pay\/payin\//)
	await payThere(page)
	await expectCodes(page)
})

test('external: instructions, then the page knows', async ({ page }) => {
	const hash = await orderCodes(page)
	await payBy(page, 'payin_external')
	await expect(panel(page)).toContainText(/\d/)
	await atBank('payin', 'pay')
	await expectCodes(page)
	expect(page.url()).toContain(hash)
})

test('the order moves live on its own page, in another tab too', async ({ page, context }) => {
	const hash = await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	const other = await context.newPage()
	await other.goto(`/ru/orders/${hash}/details`)
	await expect(other.getByRole('heading', { level: 1 })).toHaveText('Ждём оплату')
	await atBank('tbank', 'pay')
	await expectCodes(page)
	await expect(timeline(other)).toContainText('Доставлено')
})

test('another way may be chosen after all', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await page.getByRole('button', { name: 'Выбрать другой способ' }).click()
	await expect(page.getByRole('img', { name: 'QR-код для оплаты' })).toBeHidden()
	await payBy(page, 'payin_p2p')
	await expect(page.getByText('Номер карты')).toBeVisible()
	await atBank('payin', 'pay')
	await expectCodes(page)
})
