import { expect, test } from 'vitest'
import { groupByDeadline } from './groupByDeadline.ts'

const now = new Date('2026-11-15T20:00:00Z')
const due = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
const group = (...minutes: number[]) => groupByDeadline(minutes, due, now).map(({ name, rows }) => [name, ...rows])

test('rows keep their order inside of a group', () => {
	expect(group(-12, -4, 33, 38, 530, 840)).toEqual([
		['late', -12, -4],
		['hour', 33, 38],
		['later', 530, 840],
	])
})

test('the minute of the deadline is late, the whole hour is not later', () => {
	expect(group(0, 60, 61)).toEqual([
		['late', 0],
		['hour', 60],
		['later', 61],
	])
})

test('an empty queue has no groups', () => {
	expect(group()).toEqual([])
})
