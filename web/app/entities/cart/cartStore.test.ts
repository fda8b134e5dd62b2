import { expect, test, vi } from 'vitest'
import { loadCarts } from './cartStore.ts'

test('a page that is left follows other tabs no more', () => {
	vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
	const added = vi.spyOn(window, 'addEventListener')
	const removed = vi.spyOn(window, 'removeEventListener')
	const followers = (calls: unknown[][]) => calls.filter(([name]) => name === 'storage').map(([, listener]) => listener)
	for (const leave of [loadCarts(), loadCarts()]) leave()
	expect(followers(added.mock.calls)).toHaveLength(2)
	expect(followers(removed.mock.calls)).toEqual(followers(added.mock.calls))
})
