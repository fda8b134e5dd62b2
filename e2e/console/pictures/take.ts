// Pictures of the console's screens for the documents, from a shop that has lived a day: docs/screenshots/console.
import { mkdirSync, writeFileSync } from 'node:fs'
import { type Browser, type BrowserContextOptions, chromium as browserType, type Page } from '@playwright/test'
import { chromium } from '../../browser.ts'
import { shopUrl } from '../../shop.ts'
import { accept, enrol } from '../operator.ts'
import { expect } from '../page.ts'
import { type Day, liveADay } from './day.ts'
import { screens } from './screens.ts'

const folder = new URL('../../../docs/screenshots/console/', import.meta.url).pathname
const desktop = { viewport: { width: 1440, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true }
const visitor = { baseURL: shopUrl, locale: 'ru-RU', ignoreHTTPSErrors: true, reducedMotion: 'reduce' } as const

/** What is shown where; every screen on a desktop by daylight. */
const sets: { suffix: string; options: BrowserContextOptions; names: string[] }[] = [
	{ suffix: 'desktop', options: desktop, names: Object.keys(screens) },
	{ suffix: 'phone', options: phone, names: ['queue', 'queue-standoff', 'orders', 'order'] },
	{ suffix: 'desktop-dark', options: { ...desktop, colorScheme: 'dark' }, names: ['queue', 'order'] },
	{ suffix: 'phone-dark', options: { ...phone, colorScheme: 'dark' }, names: ['queue', 'order'] },
]

/** Small enough for a document: WebP, which only the browser's own protocol writes. */
async function take(page: Page, name: string): Promise<void> {
	await expect(page.locator('.skeleton')).toHaveCount(0)
	await page.waitForTimeout(1_500) // pictures have come, and popups stand still
	const session = await page.context().newCDPSession(page)
	const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 55 })
	writeFileSync(`${folder}${name}.webp`, Buffer.from(data, 'base64'))
	await session.detach()
}

/** Signing in for the first time, one picture a step; gives the session. */
async function join(browser: Browser): Promise<BrowserContextOptions['storageState']> {
	const context = await browser.newContext({ ...visitor, ...desktop })
	const page = await context.newPage()
	await page.goto('/console/sign-in')
	await page.getByLabel('Рабочая почта').waitFor()
	await take(page, 'sign-in-desktop')
	const operator = await accept(page, 'admin')
	await take(page, 'enrolment-desktop')
	await enrol(page, operator)
	const state = await context.storageState()
	await context.close()
	return state
}

async function takeAll(browser: Browser, day: Day): Promise<string[]> {
	const storageState = await join(browser)
	const missing: string[] = []
	for (const { suffix, options, names } of sets) {
		const context = await browser.newContext({ ...visitor, ...options, storageState })
		const page = await context.newPage()
		for (const name of names) {
			try {
				await screens[name]?.(page, day)
				await take(page, `${name}-${suffix}`)
			} catch (error) {
				missing.push(`${name}-${suffix}: ${String(error).split('\n')[0]}`)
			}
		}
		await context.close()
	}
	return missing
}

mkdirSync(folder, { recursive: true })
const browser = await browserType.launch(chromium)
const missing = await takeAll(browser, await liveADay(browser))
await browser.close()
for (const line of missing) console.error(`console-screens: ${line}`)
process.exitCode = missing.length > 0 ? 1 : 0
