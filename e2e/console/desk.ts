// What an operator does at the desk: finds a row of the queue, takes it, ends it.
import { type Browser, type BrowserContext, type Locator, type Page, test } from '@playwright/test'
import { hire } from './operator.ts'
import { expect, expectStateAccessible, isPhone, listen } from './page.ts'

type Role = Parameters<typeof hire>[1]
type State = Awaited<ReturnType<ReturnType<Page['context']>['storageState']>>

/** An operator in a browser of their own, and what they did in it. */
export interface Desk {
	page: Page
	/** The requests that changed something. */
	writes: string[]
	/** The screens that were open. */
	screens: Set<string>
	errors: string[]
}

/** Signed-in people by role. Their proof of the second factor is fresh for ten minutes. */
const people = new Map<Role, { state: State; until: number }>()
const fresh = 6 * 60_000

/** What stories have opened, by story. Playwright closes only the page it gave; an open console goes on working. */
const opened = new Map<BrowserContext, string>()

async function closeEarlier(story: string): Promise<void> {
	for (const [context, of] of opened) {
		if (of === story) continue
		opened.delete(context)
		await context.close()
	}
}

/** An operator of a role at the queue, on a device of the buyer's size. */
export async function openDesk(browser: Browser, buyer: Page, role: Role): Promise<Desk> {
	const story = `${test.info().testId} ${test.info().retry}`
	await closeEarlier(story)
	const viewport = buyer.viewportSize()
	const isSmall = isPhone(buyer)
	const options = { viewport, isMobile: isSmall, hasTouch: isSmall, ignoreHTTPSErrors: true, locale: 'ru-RU' }
	const known = people.get(role)
	const isFresh = known !== undefined && known.until > Date.now()
	const context = await browser.newContext({ ...options, ...(isFresh ? { storageState: known.state } : {}) })
	opened.set(context, story)
	const page = await context.newPage()
	if (!isFresh) {
		await hire(page, role)
		people.set(role, { state: await context.storageState(), until: Date.now() + fresh })
	}
	return openQueue(page)
}

/** Another tab of the same operator, with the queue. */
export const openTab = async (desk: Desk): Promise<Desk> => openQueue(await desk.page.context().newPage())

async function openQueue(page: Page): Promise<Desk> {
	const desk: Desk = { page, writes: [], screens: new Set(), errors: listen(page) }
	await page.goto('/console/queue')
	desk.screens.add(new URL(page.url()).pathname)
	page.on('framenavigated', (frame) => desk.screens.add(new URL(frame.url()).pathname))
	page.on('response', (response) => {
		const request = response.request()
		const isWrite = response.ok() && 'idempotency-key' in request.headers()
		if (isWrite) desk.writes.push(`${request.method()} ${new URL(request.url()).pathname}`)
	})
	return desk
}

const pane = ({ page }: Desk) => page.getByRole('complementary', { name: 'Задача' })
const rows = ({ page }: Desk) => page.getByRole('listitem').filter({ has: page.getByRole('link') })

/** Opens the row of the queue that has all these words; it comes by itself. */
export async function openTask(desk: Desk, ...words: string[]): Promise<Locator> {
	const found = words.reduce((list, hasText) => list.filter({ hasText }), rows(desk))
	await expect(found).toHaveCount(1, { timeout: 30_000 })
	if (isPhone(desk.page)) await expectStateAccessible(desk.page)
	await found.getByRole('link').click()
	await expect(pane(desk).getByRole('heading')).toBeVisible()
	await expectStateAccessible(desk.page)
	return pane(desk)
}

/** Takes the open row. */
export async function take(desk: Desk): Promise<void> {
	await pane(desk).getByRole('button', { name: 'Взять', exact: true }).click()
	await expect(pane(desk).getByText('Задача ваша')).toBeVisible()
}

type Fill = (dialog: Locator) => Promise<void>

/** Opens the dialog of one way to end the row and fills it. */
export async function choose(desk: Desk, way: string, fill: Fill): Promise<Locator> {
	await pane(desk).getByRole('button', { name: way, exact: true }).click()
	const dialog = desk.page.getByRole('dialog', { name: way })
	await expect(dialog).toBeVisible()
	await fill(dialog)
	return dialog
}

/** The button that sends a dialog. */
export const submit = (dialog: Locator, way: string) => dialog.getByRole('button', { name: way, exact: true })

/** Takes the open row and ends it in one way: its dialog is filled and sent, and the row goes. */
export async function solve(desk: Desk, way: string, fill: Fill): Promise<void> {
	await take(desk)
	const dialog = await choose(desk, way, fill)
	await expectStateAccessible(desk.page)
	await submit(dialog, way).click()
	const busy = dialog.getByText('Повторите через несколько секунд')
	await expect(async () => {
		if (await busy.isVisible()) await submit(dialog, way).click()
		await expect(dialog).toBeHidden({ timeout: 5_000 })
	}).toPass({ timeout: 60_000 })
	await expect(pane(desk)).toBeHidden()
	expectQuick(desk)
}

/** At most three presses changed something, all of them on one screen, and nothing failed there. */
export function expectQuick({ writes, screens, errors }: Desk): void {
	expect(writes.length, writes.join(', ')).toBeGreaterThan(0)
	expect(writes.length, writes.join(', ')).toBeLessThanOrEqual(3)
	expect([...screens]).toEqual(['/console/queue'])
	expect(errors).toEqual([])
}
