import { expect, test } from 'vitest'
import { clearFilters, type FilterField, readFilters, sameFilters, writeFilter } from './filterAddress.ts'

const fields: FilterField[] = [
	{ name: 'status', kind: 'choices' },
	{ name: 'sum', kind: 'range' },
	{ name: 'guest', kind: 'flag' },
	{ name: 'promo', kind: 'text' },
]
const address = (text: string) => new URLSearchParams(text)

test('filters are read from the address, others are no filters', () => {
	expect(readFilters(fields, address('status=paid&status=sending&sum_from=50&promo=LUNA12&fact=7'))).toEqual({
		status: ['paid', 'sending'],
		sum: { from: '50', to: '' },
		promo: 'LUNA12',
	})
	expect(readFilters(fields, address('status=&promo=&sum_to='))).toEqual({})
})

test('a changed filter begins the list anew and leaves the rest alone', () => {
	const at = address('status=paid&cursor=abc&fact=7')
	expect(writeFilter(at, 'status', ['done', 'failed']).toString()).toBe('fact=7&status=done&status=failed')
	expect(writeFilter(at, 'sum', { from: '', to: '900' }).toString()).toBe('status=paid&fact=7&sum_to=900')
	expect(writeFilter(at, 'status', undefined).toString()).toBe('fact=7')
	expect(at.toString()).toBe('status=paid&cursor=abc&fact=7')
})

test('all filters are dropped at once', () => {
	expect(clearFilters(fields, address('status=paid&sum_from=1&sum_to=2&guest=true&fact=7')).toString()).toBe('fact=7')
})

test('a saved view is recognised however its filters are ordered', () => {
	expect(sameFilters(fields, address('promo=A&guest=true'), address('guest=true&promo=A&cursor=x'))).toBe(true)
	expect(sameFilters(fields, address('promo=A'), address('promo=B'))).toBe(false)
})
