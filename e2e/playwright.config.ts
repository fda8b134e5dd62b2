import { defineConfig } from '@playwright/test'
import { chromium } from './browser.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const desktop = { viewport: { width: 1440, height: 900 } }

const largePhone = { ...phone, viewport: { width: 390, height: 844 } }
const console = { testDir: 'console', timeout: 120_000, expect: { timeout: 20_000 } }

/** These stories break the API or change prices under cached pages. */
const outage = /edge|api-outage/
/**
 * The gate runs the storefront on a phone and the console on a desktop, one smoke story each at the other width, and
 * leaves out stories tagged @nightly, whose rules Go tests prove through the same API. NIGHTLY=1 runs every story at
 * both widths.
 */
const isNightly = Boolean(process.env.NIGHTLY)
const gate = (smoke: RegExp) => (isNightly ? {} : { testMatch: smoke })

export default defineConfig({
	testDir: 'stories',
	outputDir: process.env.E2E_RESULTS ?? '../.dev/e2e/results',
	// One at a time: some stories make the API unreachable or change prices.
	workers: 1,
	forbidOnly: Boolean(process.env.CI),
	// A stalled machine must not fail a good change: a story gets a second try there, and one that needed it is
	// listed as flaky.
	retries: process.env.CI ? 1 : 0,
	timeout: process.env.CI ? 80_000 : 40_000,
	expect: { timeout: process.env.CI ? 10_000 : 5_000 },
	reporter: [['list']],
	use: {
		baseURL: process.env.SHOP_URL,
		locale: 'ru-RU',
		ignoreHTTPSErrors: true,
		// It would hide requests from stories that answer them; the story about it allows it.
		serviceWorkers: 'block',
		launchOptions: chromium,
		screenshot: 'only-on-failure',
		// Recording every story costs CI minutes: there only the second try of a failed one is recorded.
		trace: process.env.CI ? 'on-first-retry' : 'retain-on-failure',
	},
	...(isNightly ? {} : { grepInvert: /@nightly/ }),
	projects: [
		{ name: 'phone', use: phone, testIgnore: outage },
		{ name: 'desktop', use: desktop, testIgnore: outage, ...gate(/stories\/(buy|keyboard)\.spec/) },
		{ name: 'edge', use: desktop, testMatch: outage },
		{ ...console, name: 'console-desktop', use: desktop },
		{ ...console, name: 'console-phone', use: largePhone, ...gate(/console\/kit\.spec/) },
	],
})
