import { expect, test } from 'vitest'
import { changesOf } from './changesOf.ts'

test('only what differs is listed, with what appeared and what went', () => {
	const before = { role: 'operator', name: 'Илья', limits: { refund: '1000.00' } }
	expect(changesOf(before, { role: 'senior', name: 'Илья', note: 1 })).toEqual([
		{ name: 'role', from: 'operator', to: 'senior' },
		{ name: 'limits.refund', from: '1000.00', to: undefined },
		{ name: 'note', from: undefined, to: '1' },
	])
})

test('nothing before means that everything is new', () => {
	expect(changesOf(null, { state: 'active', permissions: ['home'] })).toEqual([
		{ name: 'state', from: undefined, to: 'active' },
		{ name: 'permissions', from: undefined, to: '["home"]' },
	])
})
