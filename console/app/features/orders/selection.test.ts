import { expect, test } from 'vitest'
import { extend, nothing, stateOf, toggle, toggleAll } from './selection.ts'

const ids = [9, 8, 7, 6]

test('a row is chosen and let go', () => {
	const one = toggle(nothing, 8)
	expect([...one]).toEqual([8])
	expect([...toggle(one, 8)]).toEqual([])
	expect([...one]).toEqual([8])
})

test('Shift takes everything between, in both directions', () => {
	expect([...extend(new Set([9]), ids, 9, 7)]).toEqual([9, 8, 7])
	expect([...extend(new Set([6]), ids, 6, 8)]).toEqual([6, 8, 7])
	expect([...extend(nothing, ids, undefined, 7)]).toEqual([7])
	expect([...extend(nothing, ids, 100, 7)]).toEqual([7])
})

test('the box in the head takes the page, then lets it go, and leaves other pages alone', () => {
	expect([...toggleAll(new Set([3, 8]), ids)].sort()).toEqual([3, 6, 7, 8, 9])
	expect([...toggleAll(new Set([3, ...ids]), ids)]).toEqual([3])
})

test('the box says none, some or all', () => {
	expect(stateOf(new Set([3]), ids)).toBe('none')
	expect(stateOf(new Set([8]), ids)).toBe('some')
	expect(stateOf(new Set(ids), ids)).toBe('all')
	expect(stateOf(nothing, [])).toBe('none')
})
