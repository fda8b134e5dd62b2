// The letters about an order, as their reader sees them.
import { expect, type Page, type TestInfo } from '@playwright/test'
import { sql } from '../shop.ts'
import { sandbox } from './sandbox.ts'

/**
 * Waits for the letter about an order, without the delay that spares buyers who pay again, and keeps a picture of
 * the page and of the letter.
 */
export async function expectLetter(page: Page, order: string, subject: RegExp, info: TestInfo): Promise<void> {
	let letter = { n: 0, subject: '' }
	await expect
		.poll(
			async () => {
				sql(`update letters set next_try_at = now() where order_id = ${order} and state = 'waiting'`)
				const response = await fetch(`${sandbox}/control/letters?to=pokupatel@example.ru&limit=10`)
				const letters = ((await response.json()) as Array<typeof letter>).filter((one) => one.subject.includes(order))
				letter = letters.find((one) => subject.test(one.subject)) ?? letter
				return letters.map((one) => one.subject).join(' | ')
			},
			{ timeout: 60_000 },
		)
		.toMatch(subject)
	const name = info.title.split(':')[0]?.replaceAll(' ', '-')
	await page.screenshot({ path: info.outputPath(`${name}-page.png`), fullPage: true })
	const reader = await page.context().newPage()
	await reader.goto(`${sandbox}/inbox/${letter.n}/html`)
	await reader.screenshot({ path: info.outputPath(`${name}-letter.png`), fullPage: true })
	await reader.close()
}
