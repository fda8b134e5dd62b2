import { expect, test } from 'vitest'
import { firstPortion, laterPortions, shares } from './portions.ts'

test.each([
	[1, [[0, 20]]],
	[5, [[0, 100]]],
	[
		6,
		[
			[0, 100],
			[100, 20],
		],
	],
	[
		13,
		[
			[0, 100],
			[100, 100],
			[200, 60],
		],
	],
])('the first %i pages are asked for without gaps', (page, expected) => {
	const asked = [firstPortion(page), ...laterPortions(page)]
	expect(asked.map(({ offset, limit }) => [offset, limit])).toEqual(expected)
})

test('every mark has its line, five stars first', () => {
	expect(
		shares([
			{ stars: 4, count: 1 },
			{ stars: 5, count: 3 },
		]),
	).toEqual([
		{ stars: 5, count: 3, percent: 75 },
		{ stars: 4, count: 1, percent: 25 },
		{ stars: 3, count: 0, percent: 0 },
		{ stars: 2, count: 0, percent: 0 },
		{ stars: 1, count: 0, percent: 0 },
	])
	expect(shares([]).every(({ percent }) => percent === 0)).toBe(true)
})
