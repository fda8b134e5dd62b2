import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const hour = 3_600_000
const hydrateRoot = vi.fn()
let asked: string[]

beforeEach(() => {
	vi.resetModules()
	vi.useFakeTimers({ now: 1_000_000 })
	// React is asked to hydrate and never does: the page stays as the server sent it.
	vi.doMock('react-dom/client', () => ({ hydrateRoot }))
	hydrateRoot.mockClear()
	asked = []
})
afterEach(() => {
	vi.useRealTimers()
	vi.unstubAllGlobals()
	vi.unstubAllEnvs()
	vi.doUnmock('react-dom/client')
})

const latest = () => asked.filter((url) => url.startsWith('/builds/latest.json'))

test.each([
	['development', 'development'],
	['production', 'b1d'],
])('the newest build is asked for every hour before the page is hydrated, in %s too', async (mode, own) => {
	vi.stubEnv('DEV', mode === 'development')
	vi.stubEnv('PROD', mode === 'production')
	vi.stubGlobal('__reactRouterManifest', { version: 'b1d' })
	vi.stubGlobal('fetch', async (url: string) => {
		asked.push(url)
		// Another id would end the asking after the first time.
		return Response.json({ id: own, rules: [] })
	})
	const hydrated = vi.fn()
	addEventListener('shop:hydrated', hydrated)
	await import('./entry.client.tsx')
	await vi.advanceTimersByTimeAsync(2 * hour)
	expect(latest()).toEqual([`/builds/latest.json?${1_000_000 + hour}`, `/builds/latest.json?${1_000_000 + 2 * hour}`])
	expect(hydrateRoot).toHaveBeenCalledTimes(1)
	expect(hydrated).not.toHaveBeenCalled()
	removeEventListener('shop:hydrated', hydrated)
})
