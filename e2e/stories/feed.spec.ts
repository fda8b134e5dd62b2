// The home page shows deliveries as they happen, once its feed has come into view.
import { expect, test } from '@playwright/test'
import { expectCodes, orderCodes, panel, payBy, sandboxAction } from './payment.ts'

test.setTimeout(90_000)

test('a delivery elsewhere slides into the feed of an open page', async ({ page, context }) => {
	await page.goto('/ru')
	const feed = page.getByRole('heading', { name: 'Только что доставили' }).locator('xpath=ancestor::section')
	await feed.scrollIntoViewIfNeeded()
	await expect(feed.getByText('в эфире')).toBeVisible({ timeout: 15_000 })

	const buyer = await context.newPage()
	await orderCodes(buyer, 2)
	await payBy(buyer, 'tbank_sbp')
	await expect(panel(buyer)).toBeVisible()
	await sandboxAction('tbank', 'pay')
	await expectCodes(buyer)
	const first = feed.getByRole('listitem').first()
	await expect(first).toContainText('660 UC × 2', { timeout: 20_000 })
	await expect(first).toHaveClass(/slide-in/)
})
