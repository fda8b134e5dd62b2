// Pictures of every page at both sizes, to be looked at: .dev/shots/<page>-<size>.png
// whole, and <page>-<size>-fold.png as far as the screen goes. Dark is the design;
// SCHEME=light shows the other theme.
import { mkdirSync } from 'node:fs'
import { chromium as browserType } from '@playwright/test'
import { chromium } from './browser.ts'
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
for (const [size, options] of Object.entries(sizes)) {
	const context = await browser.newContext({
		...options,
		baseURL: shopUrl,
		locale: 'ru-RU',
		reducedMotion: 'reduce',
		colorScheme,
	})
	const page = await context.newPage()
	for (const [name, path] of Object.entries({ ...pages, kit: '/ru/dev/kit' })) {
		await page.goto(path)
		// Pictures below are fetched only when they come near.
		await page.evaluate(async () => {
			for (let y = 0; y < document.body.scrollHeight; y += innerHeight) {
				scrollTo(0, y)
				await new Promise((resolve) => setTimeout(resolve, 60))
			}
			scrollTo(0, 0)
		})
		await page.waitForLoadState('networkidle')
		await page.screenshot({ path: `${folder}${name}-${size}-fold.png` })
		await page.screenshot({ path: `${folder}${name}-${size}.png`, fullPage: true })
	}
	await context.close()
}
await browser.close()
console.log(`shots: ${4 * (Object.keys(pages).length + 1)} pictures in .dev/shots`)
