// The home page is asleep until touched, and then shows deliveries as they happen.
import { expect, test } from '@playwright/test'
import { atBank, expectCodes, orderCodes, panel, payBy } from './paying.ts'

test.setTimeout(90_000)

test('a delivery elsewhere slides into the feed of a page that is awake', async ({ page, context }) => {
	const asked: string[] = []
	page.on('request', (request) => asked.push(request.url()))
	await page.goto('/ru')
	await page.waitForLoadState('networkidle')
	expect(asked.filter((url) => url.includes('/api/') || url.endsWith('.js'))).toEqual([])
	await page.mouse.move(20, 20)
	const feed = page.getByRole('heading', { name: 'Только что доставили' }).locator('xpath=ancestor::section')
	await expect(feed.getByText('в эфире')).toBeVisible({ timeout: 15_000 })

	const buyer = await context.newPage()
	await orderCodes(buyer, 2)
	await payBy(buyer, 'tbank_sbp')
	await expect(panel(buyer)).toBeVisible()
	await atBank('tbank', 'pay')
	await expectCodes(buyer)
	const first = feed.getByRole('listitem').first()
	await expect(first).toContainText('660 UC × 2', { timeout: 20_000 })
	await expect(first).toHaveClass(/slide-in/)
})
