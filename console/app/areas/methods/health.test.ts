import { expect, test } from 'vitest'
import { pauseLabel, stateOf } from './health.ts'

const tries = (paid: number, all: number) => ({ paid, tries: all })
const row = (hour: [number, number], week: [number, number], day: [number, number] = [90, 100]) => ({
	isActive: true,
	pause: null,
	hour: tries(...hour),
	day: tries(...day),
	weekAgo: tries(...week),
})

test('an hour far worse than the same hour a week ago falls', () => {
	expect(stateOf(row([3, 10], [9, 10]))).toBe('falls')
	expect(stateOf(row([8, 10], [9, 10]))).toBe('works')
})

test('an hour that is always bad does not fall', () => {
	expect(stateOf(row([3, 10], [4, 10]))).toBe('works')
})

test('without a week ago the day is what is usual', () => {
	expect(stateOf(row([3, 10], [0, 0]))).toBe('falls')
})

test('few attempts say nothing', () => {
	expect(stateOf(row([0, 4], [10, 10]))).toBe('works')
	expect(stateOf(row([0, 0], [0, 0], [0, 0]))).toBe('quiet')
})

test('what is switched off is off', () => {
	expect(stateOf({ ...row([9, 10], [9, 10]), isActive: false })).toBe('off')
})

const pause = {
	state: 'paused' as const,
	since: '2026-11-17T09:00:00Z',
	until: '2026-11-17T09:15:00Z',
	now: tries(1, 20),
	weekAgo: tries(18, 20),
	by: '',
	reason: '',
}

test('what the shop does about a method comes before its rate', () => {
	expect(stateOf({ ...row([9, 10], [9, 10]), pause: { ...pause, state: 'kept', until: null } })).toBe('kept')
})

test('a pause says what it was made for and when it ends', () => {
	expect(pauseLabel(pause)).toMatch(/^Прошло 1 из 20, неделю назад 18 из 20\. Сам включится .*15$/)
})
