import { expect, test } from 'vitest'
import { lastPage, pageLinks, pageOf, positive } from './pageNumber.ts'

test.each([
	['1', 1],
	['42', 42],
])('%s is a page', (text, page) => {
	expect(pageOf(text)).toBe(page)
})

test.each(['0', '-1', '01', '1.5', '1e3', 'abc', '', ' 1', '9999999999'])(
	'«%s» is neither a page nor an id',
	(text) => {
		expect(pageOf(text)).toBeUndefined()
		expect(positive(text)).toBeUndefined()
	},
)

test('no page in the address is the first, no id is none', () => {
	expect(pageOf(undefined)).toBe(1)
	expect(positive(undefined)).toBeUndefined()
})

test('the last page', () => {
	expect(lastPage(0, 24)).toBe(1)
	expect(lastPage(24, 24)).toBe(1)
	expect(lastPage(25, 24)).toBe(2)
})

test.each([
	[1, 1, [1]],
	[1, 3, [1, 2, 3]],
	[1, 14, [1, 2, null, 14]],
	[4, 14, [1, 2, 3, 4, 5, null, 14]],
	[7, 14, [1, null, 6, 7, 8, null, 14]],
	[12, 14, [1, null, 11, 12, 13, 14]],
	[14, 14, [1, null, 13, 14]],
])('links on page %i of %i', (page, last, links) => {
	expect(pageLinks(page, last)).toEqual(links)
})
