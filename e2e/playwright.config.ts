import { defineConfig } from '@playwright/test'
import { chromium } from './browser.ts'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }
const desktop = { viewport: { width: 1440, height: 900 } }

const largePhone = { ...phone, viewport: { width: 390, height: 844 } }
const console = { testDir: 'console', timeout: 120_000, expect: { timeout: 20_000 } }
/** Stories of the queue: slow, so on a phone they run nightly only. */
const work = /delivery|money/
/** Wide tables with fields, files and pasted columns: work of a desktop. */
const tables =
	/console\/(books|catalog|content|letters|methods|prices|promo|reconciliation|stock|suppliers)[a-z-]*\.spec/

/** Slow, and Go tests check the same rules: these run nightly. */
const slow = /console\/(catalog-rules|content-lists|methods)\.spec/

const outage = /edge|api-outage/
/** What a server says or a link does is the same at any width: on a desktop these run nightly. */
const anyWidth =
	/stories\/(feed|hydration|link|no-script|not-found|offline|pay-failures|pay-no-script|session|session-forms|spec-client|spec-no-script|spec-pages)\.spec/

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
	// A story of the console has two browsers, and reads every page with axe in both themes.
	projects: [
		{ name: 'phone', use: phone, testIgnore: outage },
		{ name: 'desktop', use: desktop, testIgnore: [outage, anyWidth] },
		{ name: 'desktop-rest', use: desktop, testMatch: anyWidth },
		{ name: 'edge', use: desktop, testMatch: outage },
		{ ...console, name: 'console-desktop', use: desktop, testIgnore: tables },
		{ ...console, name: 'console-tables', use: desktop, testMatch: tables, testIgnore: slow },
		{ ...console, name: 'console-desktop-slow', use: desktop, testMatch: slow },
		{ ...console, name: 'console-phone', use: largePhone, testIgnore: [work, tables] },
		{ ...console, name: 'console-phone-work', use: largePhone, testMatch: work },
	],
})
