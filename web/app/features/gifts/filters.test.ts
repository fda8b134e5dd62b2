import { expect, test } from 'vitest'
import { regionName, regionNote } from '~/entities/catalog/giftNames.ts'
import { giftsPath, isNarrowed, orderings, readFilters, regions } from './filters.ts'

const read = (query: string) => readFilters(new URLSearchParams(query))

test('an address without filters', () => {
	expect(read('')).toEqual({ search: '', discounted: false })
	expect(giftsPath(read(''))).toBe('/ru/gifts')
	expect(giftsPath(read(''), 3)).toBe('/ru/gifts/3')
})

test.each([
	'/ru/gifts?region=ru_cis',
	'/ru/gifts/2?type=dlc&is_discounted=true',
	'/ru/gifts/14?search=%D0%BD%D0%BE%D1%87%D1%8C&region=tr&type=game&is_discounted=true&ordering=-price',
])('%s gives the same list again', (address) => {
	const url = new URL(address, 'https://larek.example')
	const page = Number(url.pathname.split('/')[3] ?? 1)
	expect(giftsPath(readFilters(url.searchParams), page)).toBe(address)
})

test('a form without JavaScript sends empty fields, which mean nothing', () => {
	expect(giftsPath(read('search=&region=&type=&ordering='))).toBe('/ru/gifts')
})

test('unknown values are left out', () => {
	expect(giftsPath(read('region=mars&type=skin&ordering=id&is_discounted=yes&utm_source=x'))).toBe('/ru/gifts')
})

test('a search is trimmed and kept short', () => {
	expect(read('search=%20 ночной   дрифт ').search).toBe('ночной дрифт')
	expect(read(`search=${'а'.repeat(300)}`).search).toHaveLength(100)
})

test('the order alone narrows nothing down', () => {
	expect(isNarrowed(read('ordering=price'))).toBe(false)
	expect(isNarrowed(read('is_discounted=true'))).toBe(true)
	expect(isNarrowed(read('search=ночь'))).toBe(true)
})

test('home links are understood', () => {
	expect(read('ordering=-created').ordering).toBe('-created')
	expect(new Set(orderings).size).toBe(orderings.length)
})

test('every region has a name and says in words where its key works', () => {
	expect(new Set(regions).size).toBe(14)
	const notes = regions.map((region) => regionNote(region))
	expect(new Set(notes).size).toBe(14)
	for (const region of regions) expect(regionName(region)).not.toBe(region)
	expect(regionNote('tr')).toMatch(/только .*Турция/)
	expect(regionNote('moon' as never)).toMatch(/уточните/)
})
