// Every way to pay, from the shelf to the codes, in one sitting.
import { expect, test } from '@playwright/test'
import {
	expectCodes,
	invoice,
	orderCodes,
	panel,
	payBy,
	payOnProviderPage,
	sandboxAction,
	showQr,
	timeline,
} from './payment.ts'

test.setTimeout(90_000)

test('redirect: to the provider, paid there, and back to an order that already knows', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	await payOnProviderPage(page)
	await expectCodes(page)
})

test('SBP: on a phone the application of the bank first, elsewhere a code; the page learns of it by itself', async ({
	page,
}, { project }) => {
	await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await expect(panel(page)).toBeVisible()
	await expect(panel(page).getByRole('timer')).toHaveText(/^\d\d:\d\d$/)
	const app = page.getByRole('link', { name: 'Открыть приложение банка' })
	const code = page.getByRole('img', { name: 'QR-код для оплаты' })
	if (project.name === 'phone') {
		await expect(app).toHaveAttribute('href', /\/pay\/tbank\//)
		await expect(code).toBeHidden()
		await page.getByText('Выбрать банк').click()
		await expect(page.getByRole('link', { name: 'Сбербанк' })).toHaveAttribute('href', /^bank100000000111:.+tbank/)
	} else {
		await expect(app).toBeHidden()
		await expect(code).toBeVisible()
	}
	await expect(await showQr(page)).toBeVisible()
	await page.reload()
	await expect(await showQr(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await expectCodes(page)
})

test('SBP by a picture of the bank', async ({ page }) => {
	await orderCodes(page, 1)
	await payBy(page, 'tbank_qr')
	const picture = page.getByRole('img', { name: 'QR-код для оплаты' })
	await expect(picture).toBeVisible()
	expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
	await sandboxAction('tbank', 'pay')
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
	await sandboxAction('payin', 'pay')
	await expectCodes(page)
})

test('form: posted to the provider by itself', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'payin_form')
	await page.waitForURL(/\/payin\/api\/shop|\/pay\/payin\//)
	await payOnProviderPage(page)
	await expectCodes(page)
})

test('external: instructions, then the page knows', async ({ page }) => {
	const hash = await orderCodes(page)
	await payBy(page, 'payin_external')
	await expect(panel(page)).toContainText(/\d/)
	await sandboxAction('payin', 'pay')
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
	await sandboxAction('tbank', 'pay')
	await expectCodes(page)
	await expect(timeline(other)).toContainText('Доставлено')
})

test('«Открыть страницу оплаты» is there in another tab, for a method that has a page', async ({ page, context }) => {
	const hash = await orderCodes(page)
	await payBy(page, 'payselection')
	await page.waitForURL(/\/pay\/payselection\//)
	const other = await context.newPage()
	await other.goto(`/ru/orders/${hash}/pay`)
	await expect(other.getByRole('link', { name: 'Открыть страницу оплаты' })).toHaveAttribute('href', page.url())
	await payOnProviderPage(page)
	await expectCodes(page)
})

test('another way may be chosen after all', async ({ page }) => {
	await orderCodes(page)
	await payBy(page, 'tbank_sbp')
	await page.getByRole('button', { name: 'Выбрать другой способ' }).click()
	await expect(panel(page)).toBeHidden()
	await payBy(page, 'payin_p2p')
	await expect(page.getByText('Номер карты')).toBeVisible()
	await sandboxAction('payin', 'pay')
	await expectCodes(page)
})
