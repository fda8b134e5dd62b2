import { expect, test } from 'vitest'
import { gameQuery, pickProducts, queryOf } from './searchQuery.ts'

test('a query is tidied', () => {
	expect(queryOf('  660   uc ')).toBe('660 uc')
	expect(queryOf(null)).toBe('')
	expect(queryOf('я'.repeat(500))).toHaveLength(100)
})

test('sizes of packs are not looked for among games', () => {
	expect(gameQuery('660 uc')).toBe('uc')
	expect(gameQuery('standoff 2 голда')).toBe('standoff голда')
	expect(gameQuery('660')).toBe('660')
})

test('the pack that was asked for comes first, and only what is on sale', () => {
	const packs = [
		{ title: '60 UC', isActive: true },
		{ title: '660 UC', isActive: true },
		{ title: '6600 UC', isActive: false },
		{ title: '325 UC', isActive: true },
	]
	expect(pickProducts(packs, 'pubg 660', 2).map(({ title }) => title)).toEqual(['660 UC', '60 UC'])
	expect(pickProducts(packs, 'pubg', 9).map(({ title }) => title)).toEqual(['60 UC', '660 UC', '325 UC'])
})
