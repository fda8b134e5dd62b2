// Helpers of the console's stories.
import { AxeBuilder } from '@axe-core/playwright'
import { type Locator, type Page, expect as quickly, type Request } from '@playwright/test'

/** The first page of a story loads the whole console, and a busy machine takes its time over it. */
export const expect = quickly.configure({ timeout: 20_000 })

export const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 760

/** Says why something is done: the first reason of the list where one is asked for, and words. */
export async function because(dialog: Locator, words?: string): Promise<void> {
	await expect(dialog).toBeVisible()
	const reason = dialog.getByLabel('Причина', { exact: true })
	if ((await reason.count()) > 0) await reason.selectOption({ index: 1 })
	if (words) await dialog.getByLabel('Пояснение').fill(words)
}

/** What the content policy blocked and what failed is reported on the console. */
export function listen(page: Page): string[] {
	const errors: string[] = []
	page.on('pageerror', (error) => errors.push(String(error)))
	page.on('console', (message) => {
		if (message.type() === 'error' && !/status of [45]\d\d/.test(message.text())) errors.push(message.text())
	})
	return errors
}

/** Follows what a page reads; the answer waits until all of it has come. The stream of changes never ends. */
export function followReads(page: Page): () => Promise<void> {
	const open = new Set<Request>()
	page.on('request', (request) => {
		if (/\/api\/admin\/(?!stream)/.test(request.url())) open.add(request)
	})
	page.on('requestfinished', (request) => open.delete(request))
	page.on('requestfailed', (request) => open.delete(request))
	return () => expect.poll(() => open.size).toBe(0)
}

/** A theme changes colours and nothing else. */
const colourRules = ['color-contrast', 'link-in-text-block']

/** While they change by a transition, colours are between two themes. What is inherited changes level by level. */
async function endOfTransitions(): Promise<void> {
	const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
	const running = () => document.getAnimations().filter((one) => one instanceof CSSTransition)
	for (await frame(); running().length > 0; await frame()) {
		await Promise.allSettled(running().map(({ finished }) => finished))
	}
}

/** Axe finds nothing in both themes, or in one of them. */
export async function expectAccessible(page: Page, themes: ('light' | 'dark')[] = ['light', 'dark']): Promise<void> {
	// A page that still loads has neither.
	await expect(page.locator('main').first()).toBeAttached()
	await expect(page.locator('h1').first()).toBeAttached()
	for (const colorScheme of themes) {
		await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
		await page.evaluate(endOfTransitions)
		// There are no frames to look into, for which axe would open a page of its own.
		const axe = new AxeBuilder({ page }).setLegacyMode()
		const { violations } = await (colorScheme === 'dark' ? axe.withRules(colourRules) : axe).analyze()
		const found = violations.map(
			({ id, nodes }) => `${colorScheme} ${id}: ${nodes.map((node) => node.html).join(' | ')}`,
		)
		expect(found).toEqual([])
	}
}

/** Axe in a state that only this story reaches: nightly, as screens.spec and kit.spec check every screen and part. */
export const expectStateAccessible = process.env.NIGHTLY ? expectAccessible : async () => {}

/** A signed-in administrator without a server behind: for pages that show parts, not data. */
export async function pretendSignedIn(page: Page): Promise<void> {
	const session = {
		state: 'open',
		methods: ['totp'],
		name: 'Илья Громов',
		expires_at: null,
		locks_at: null,
		fresh_until: null,
	}
	const role = { id: 5, name: 'admin', title: 'администратор' }
	const permissions = ['home', 'orders.read', 'task.take', 'staff.write', 'role.write', 'audit.read', 'view.share']
	const badges = [{ name: 'queue', count: 20, late: true }]
	const partners = { providers: [], methods: [], suppliers: [] }
	const who = { id: 1, name: 'Илья Громов', email: 'ilya@larek.example', role }
	const me = { ...who, permissions, limits: [], badges, partners, shop_state: 'open', session }
	await page.route('**/api/admin/session/', (route) => route.fulfill({ json: session }))
	await page.route('**/api/admin/me/', (route) => route.fulfill({ json: me }))
	await page.route('**/api/admin/stream/', (route) => route.fulfill({ status: 204 }))
}
