import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { chromium as launch } from '../browser.ts'
import { hire } from '../console/operator.ts'
import { shopUrl } from '../shop.ts'
import { type Case, cases, nothing } from './cases.ts'
import { fillShop } from './fill.ts'

const isLoose = process.env.LOOSE === '1'
const turns = Number(process.env.TIMES ?? 5)
const bar = 100
const slowed = 4
const never = 20_000

/** In the page: from the moment a button of the mouse goes down to the frame after the sign. */
function watch(sign: string): void {
	const isShown = new Function(`return ${sign}`) as () => boolean
	let from = 0
	let isSeen = false
	let done: (took: number) => void
	Object.assign(window, { clickTook: new Promise<number>((resolve) => (done = resolve)) })
	const look = () => {
		if (!from || isSeen || !isShown()) return
		isSeen = true
		// A message sent in a frame is handled after it was painted.
		requestAnimationFrame(() => {
			const { port1, port2 } = new MessageChannel()
			port1.onmessage = () => done(performance.now() - from)
			port2.postMessage(null)
		})
	}
	const begin = (event: Event) => {
		from ||= event.timeStamp
		look()
	}
	addEventListener('pointerdown', begin, true)
	new MutationObserver(look).observe(document, {
		subtree: true,
		childList: true,
		attributes: true,
		characterData: true,
	})
}

/** How long the page has run scripts and laid out, in ms on a core, however many others want it. */
async function computed(cdp: CDPSession): Promise<number> {
	const { metrics } = await cdp.send('Performance.getMetrics')
	const parts = ['ScriptDuration', 'LayoutDuration', 'RecalcStyleDuration']
	return 1000 * metrics.filter(({ name }) => parts.includes(name)).reduce((sum, { value }) => sum + value, 0)
}

/** Opens the page of a case, clicks, and gives the time to the sign, or what the page computed until then. */
async function measure(context: BrowserContext, one: Case, what: 'wait' | 'work'): Promise<number> {
	const page = await context.newPage()
	try {
		const cdp = await context.newCDPSession(page)
		await page.goto(`${shopUrl}${one.path}`)
		const target = one.target(page)
		await page.getByRole('heading', { level: 1 }).waitFor()
		if (!one.prepare) await target.waitFor()
		await one.prepare?.(page)
		// The mouse itself: what Playwright checks before a click is work of the same thread.
		await target.hover()
		await settled(page)
		await page.evaluate(watch, one.sign)
		if (what === 'wait') await cdp.send('Emulation.setCPUThrottlingRate', { rate: slowed })
		await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
		const before = await computed(cdp)
		await page.mouse.down()
		await page.mouse.up()
		const took = (await page.evaluate('window.clickTook')) as number
		return what === 'wait' ? took : slowed * ((await computed(cdp)) - before)
	} finally {
		await page.evaluate(`localStorage.removeItem('larek.console.theme')`)
		await page.close()
	}
}

/** What was read has come and is drawn. */
async function settled(page: Page): Promise<void> {
	await page.waitForTimeout(700)
}

/** The median, or on a noisy machine the best. */
const typical = (values: number[]) =>
	values.toSorted((a, b) => a - b)[isLoose ? 0 : Math.floor(values.length / 2)] ?? never

async function several(context: BrowserContext, one: Case, what: 'wait' | 'work'): Promise<number> {
	const all: number[] = []
	for (let turn = 0; turn < turns; turn++) all.push(await measure(context, one, what))
	return typical(all)
}

fillShop()
const browser = await chromium.launch(launch)
const context = await browser.newContext({
	viewport: { width: 1440, height: 900 },
	locale: 'ru-RU',
	ignoreHTTPSErrors: true,
	baseURL: shopUrl,
})
context.setDefaultTimeout(60_000)
const first = await context.newPage()
await hire(first, 'admin')
await first.close()
// A click that does nothing: what it takes, the machine takes. On a busy one, what the page computes counts.
const idle = await several(context, nothing, 'wait')
const isBusy = idle > bar / 2
const base = await several(context, nothing, 'work')
console.log(
	`CPU ×${slowed}, ${isLoose ? 'best' : 'median'} of ${turns}, ms; bar ${bar}; a click that does nothing: ${Math.round(idle)}, of it computed ${Math.round(base)}`,
)
if (isBusy) console.log('This machine is busy: only what the page itself computes counts.')
let isMissed = false
console.log(`\n${'sign'.padStart(40)}${`computed ×${slowed}`.padStart(14)}`)
for (const one of cases.filter(({ name }) => !process.argv[2] || name.includes(process.argv[2]))) {
	const work = await several(context, one, 'work')
	const wait = isBusy ? undefined : await several(context, one, 'wait')
	const isLate = (wait ?? work) > bar
	const cell = wait === undefined ? '–' : String(Math.round(wait))
	console.log(`${one.name.padEnd(32)}${cell.padStart(8)}${String(Math.round(work)).padStart(14)}${isLate ? '!' : ''}`)
	if (isLate) isMissed = true
}
await browser.close()
if (isMissed) {
	console.log('\nThe bar is missed: see the marks «!».')
	process.exitCode = 1
}
