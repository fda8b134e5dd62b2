// Screenshots of every page at both sizes, for review: .dev/shots/<page>-<size>.png whole, and <page>-<size>-fold.png
// as far as the screen goes. Dark is the design; SCHEME=light shows the other theme.
import { mkdirSync } from 'node:fs'
import { chromium as browserType, type Page } from '@playwright/test'
import { chromium } from './browser.ts'
import { journeys } from './journeys.ts'
import { pages } from './pages.ts'
import { shopUrl } from './shop.ts'

const folder = new URL('../.dev/shots/', import.meta.url).pathname
const colorScheme = process.env.SCHEME === 'light' ? 'light' : 'dark'
const sizes = {
	phone: { viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 },
	desktop: { viewport: { width: 1440, height: 900 } },
}

mkdirSync(folder, { recursive: true })
const browser = await browserType.launch(chromium)
let taken = 0

async function shoot(page: Page, name: string): Promise<void> {
	// Pictures below are fetched only when they come near.
	await page.evaluate(async () => {
		for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
			scrollTo(0, y)
			await new Promise((resolve) => setTimeout(resolve, 60))
		}
		scrollTo(0, 0)
	})
	await page.waitForLoadState('networkidle')
	// Not those that are never fetched, such as the slides of a carousel that are not shown.
	await page.evaluate(() =>
		Promise.race([
			Promise.all([...document.images].map((image) => image.decode().catch(() => {}))),
			new Promise((resolve) => setTimeout(resolve, 3_000)),
		]),
	)
	await page.screenshot({ path: `${folder}${name}-fold.png` })
	// What is not on the screen is not painted.
	await page.evaluate(() => {
		for (const part of document.querySelectorAll<HTMLElement>('.below-fold')) part.style.contentVisibility = 'visible'
	})
	await page.screenshot({ path: `${folder}${name}.png`, fullPage: true })
	taken += 2
}

for (const [size, options] of Object.entries(sizes)) {
	const visitor = {
		...options,
		baseURL: shopUrl,
		locale: 'ru-RU',
		ignoreHTTPSErrors: true,
		reducedMotion: 'reduce',
		colorScheme,
	} as const
	const context = await browser.newContext(visitor)
	const page = await context.newPage()
	for (const [name, path] of Object.entries({ ...pages, kit: '/ru/dev/kit' })) {
		await page.goto(path)
		await shoot(page, `${name}-${size}`)
	}
	await context.close()
	for (const [name, journey] of Object.entries(journeys)) {
		const own = await browser.newContext(visitor)
		const page = await own.newPage()
		await journey(page, own)
		await shoot(page, `${name}-${size}`)
		await own.close()
	}
}
await browser.close()
console.log(`shots: ${taken} pictures in .dev/shots`)
