import { reloadOnFailedChunk } from '@larek/shared/reloadOnFailedChunk.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { payloadLoader } from '~/lib/payload.ts'
import { forceFullPageNavigation, watchForNewBuild } from './newBuild.ts'

const hour = 3_600_000
let asked: string[]
let latest: string
let known: boolean
const rules = [
	{ path: '/ru/games/:id', cached: true },
	{ path: '/ru/gifts/:page?', cached: true },
]

beforeEach(() => {
	vi.useFakeTimers({ now: 1_000_000 })
	asked = []
	latest = 'a'
	known = true
	vi.stubGlobal('requestIdleCallback', (run: () => void) => run())
	vi.stubGlobal('fetch', async (url: string) => {
		asked.push(url)
		if (url.includes('meta')) return Response.json({ rules }, { status: known ? 200 : 404 })
		if (url.includes('_payload')) return Response.json({ title: url })
		return Response.json({ id: latest, timestamp: 1 })
	})
})
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
	sessionStorage.clear()
})

test('the rules of the build are fetched a second after the page is idle', async () => {
	watchForNewBuild('a', vi.fn())
	await vi.advanceTimersByTimeAsync(999)
	expect(asked).toEqual([])
	await vi.advanceTimersByTimeAsync(1)
	expect(asked).toEqual(['/builds/meta/a.json'])
})

test.each([{ effectiveType: '2g' }, { effectiveType: 'slow-2g' }, { effectiveType: '4g', saveData: true }])(
	'but not over %o',
	async (connection) => {
		vi.stubGlobal('navigator', { connection })
		watchForNewBuild('a', vi.fn())
		await vi.advanceTimersByTimeAsync(60_000)
		expect(asked).toEqual([])
	},
)

test('every 60 minutes the newest build is asked for, past every cache', async () => {
	const onNew = vi.fn()
	watchForNewBuild('a', onNew)
	await vi.advanceTimersByTimeAsync(2 * hour)
	expect(asked.slice(1)).toEqual([
		`/builds/latest.json?${1_000_000 + hour}`,
		`/builds/latest.json?${1_000_000 + 2 * hour}`,
	])
	expect(onNew).not.toHaveBeenCalled()
})

test('a new one is told of once', async () => {
	const onNew = vi.fn()
	watchForNewBuild('a', onNew)
	latest = 'b'
	await vi.advanceTimersByTimeAsync(3 * hour)
	expect(onNew).toHaveBeenCalledTimes(1)
	expect(asked).toHaveLength(2)
})

test('a build the server has forgotten is asked about at once', async () => {
	const onNew = vi.fn()
	known = false
	latest = 'b'
	watchForNewBuild('a', onNew)
	await vi.advanceTimersByTimeAsync(1_000)
	expect(onNew).toHaveBeenCalledTimes(1)
})

test('a failed question changes nothing', async () => {
	const onNew = vi.fn()
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
	watchForNewBuild('a', onNew)
	await vi.advanceTimersByTimeAsync(2 * hour)
	expect(onNew).not.toHaveBeenCalled()
})

test('then links and filters are the browser’s, and a step made by a script loads a document', () => {
	const { pushState } = history
	const listener = vi.fn((event: Event) => event.preventDefault())
	const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
	document.body.innerHTML = '<a href="#there"><b>Игры</b></a><button type="button">Ещё</button>'
	document.addEventListener('click', listener)
	forceFullPageNavigation()
	document.querySelector('b')?.click()
	expect(listener).not.toHaveBeenCalled()
	document.querySelector('button')?.click()
	expect(listener).toHaveBeenCalledTimes(1)
	history.pushState(null, '', '/ru/gifts?type=dlc')
	expect(assign).toHaveBeenCalledWith('/ru/gifts?type=dlc')
	document.removeEventListener('click', listener)
	history.pushState = pushState
})

const preloadError = (payload: Error) => dispatchEvent(Object.assign(new Event('vite:preloadError'), { payload }))

test('a failed chunk reloads the page once in ten seconds', () => {
	const reload = vi.fn()
	reloadOnFailedChunk(reload)
	// Of a question asked in the same breath as its chunk Vite says the same.
	preloadError(new Error('Response returned an error code'))
	expect(reload).not.toHaveBeenCalled()
	const fail = () => preloadError(new TypeError('Failed to fetch dynamically imported module: /assets/ask.js'))
	fail()
	expect(reload).toHaveBeenCalledTimes(1)
	vi.advanceTimersByTime(9_999)
	fail()
	expect(reload).toHaveBeenCalledTimes(1)
	vi.advanceTimersByTime(1)
	fail()
	expect(reload).toHaveBeenCalledTimes(2)
})

test('without a network a failed chunk never reloads the page', () => {
	const reload = vi.fn()
	reloadOnFailedChunk(reload)
	vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
	preloadError(new TypeError('Failed to fetch dynamically imported module: /assets/qr.js'))
	expect(reload).not.toHaveBeenCalled()
	vi.restoreAllMocks()
})

test('the client reads the rules of builds/meta and prefetches {path}/_payload.json of pages that are cached', async () => {
	document.body.innerHTML =
		'<a href="/ru/games/1"><b>PUBG</b></a><a href="/ru/profile">Профиль</a><a href="/ru/gifts">Подарки</a>'
	watchForNewBuild('a', vi.fn())
	await vi.advanceTimersByTimeAsync(1_000)
	asked = []
	for (const element of document.querySelectorAll('b, a')) {
		element.dispatchEvent(new Event('pointerover', { bubbles: true }))
	}
	expect(asked).toEqual(['/ru/games/1/_payload.json', '/ru/gifts/_payload.json'])

	const serverLoader = vi.fn(async () => ({ title: 'from the server' }))
	const request = new Request('http://localhost/ru/games/1')
	expect(await payloadLoader({ request, serverLoader })).toEqual({ title: '/ru/games/1/_payload.json' })
	expect(serverLoader).not.toHaveBeenCalled()
	// Used once, and never when it is old.
	expect(await payloadLoader({ request, serverLoader })).toEqual({ title: 'from the server' })
	await vi.advanceTimersByTimeAsync(31_000)
	const gifts = new Request('http://localhost/ru/gifts')
	expect(await payloadLoader({ request: gifts, serverLoader })).toEqual({ title: 'from the server' })
})
