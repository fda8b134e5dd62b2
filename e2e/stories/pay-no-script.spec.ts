import { expect, test } from '@playwright/test'
import { payOnProviderPage, sandboxAction, showQr } from './payment.ts'

test.use({ javaScriptEnabled: false })
test.setTimeout(60_000)

test('ordered and paid by redirect without scripts', async ({ page }) => {
	await page.goto('/ru/games/1')
	await page.getByLabel('660 UC', { exact: true }).fill('2')
	await page.getByLabel('Эл. почта').fill('pokupatel@example.ru')
	const submit = page.locator('main button[type=submit].lamp-button').filter({ visible: true })
	await expect(submit).toHaveText('Оплатить', { useInnerText: true })
	await submit.click()
	await page.waitForURL(/\/ru\/orders\/[0-9A-Za-z]{26}\/pay$/)
	await page.locator('input[name=method][value=payselection]').check()
	await page.getByRole('button', { name: 'Оплатить' }).filter({ visible: true }).click()
	await page.waitForURL(/\/pay\/payselection\//)
	await payOnProviderPage(page)
	await page.waitForURL(/\/details$/)
	// The page looks by itself every few seconds.
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Коды ваши', { timeout: 20_000 })
	await expect(page.locator('noscript p, .code-field').first()).toBeVisible()
})

test('a code to scan is drawn without scripts too', async ({ page }) => {
	await page.goto('/ru/games/1')
	await page.getByLabel('660 UC', { exact: true }).fill('1')
	await page.getByLabel('Эл. почта').fill('pokupatel@example.ru')
	await page.locator('main button[type=submit].lamp-button').filter({ visible: true }).click()
	await page.waitForURL(/\/pay$/)
	await page.locator('input[name=method][value=tbank_sbp]').check()
	await page.getByRole('button', { name: 'Оплатить' }).filter({ visible: true }).click()
	await expect(await showQr(page)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await page.goto(page.url().replace(/\/pay$/, '/details'))
	await expect(page.getByRole('heading', { level: 1 })).toHaveText('Код ваш', { timeout: 20_000 })
})
