import { afterEach, expect, test, vi } from 'vitest'
import { paramsOf } from '~/kit/filters.ts'
import { orderFilters } from './filters.ts'
import { orderQuery } from './orderQuery.ts'
import { readyViews } from './readyViews.ts'

afterEach(() => vi.useRealTimers())

const values = (query: string) => Object.fromEntries(new URLSearchParams(query))

test('a ready view uses filters that the list shows, and the request has them', () => {
	const params = Object.entries(orderFilters).flatMap(([name, filter]) => paramsOf(name, filter))
	for (const { id, query } of readyViews()) {
		expect(params, id).toEqual(expect.arrayContaining(Object.keys(values(query))))
		expect(Object.keys(orderQuery(values(query))), id).toHaveLength(1)
	}
})

test("today is the shop's day", () => {
	vi.useFakeTimers({ now: new Date('2026-11-14T21:30:00Z') })
	expect(readyViews().find(({ id }) => id === 'today')?.query).toBe('created_from=2026-11-15')
})
