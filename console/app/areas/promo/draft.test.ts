import { expect, test } from 'vitest'
import { sentTime, shownTime } from '~/common/formTime.ts'
import { codeSchema, draftOf, firstCode } from './draft.ts'

const filled = { ...firstCode, text: ' Лето-26 ', percent: '15', totalLimit: '50', budget: '1000,5' }

test('a filled form is sent as numbers, sums and times', () => {
	const values = codeSchema.parse({ ...filled, goods: 'games', gameId: '3', validUntil: '2026-12-01T10:00' })
	expect(draftOf(values)).toEqual({
		text: 'Лето-26',
		kind: 'public',
		percent: 15,
		goods: 'games',
		gameId: 3,
		giftId: null,
		validFrom: null,
		validUntil: new Date('2026-12-01T10:00').toISOString(),
		firstOrderOnly: false,
		totalLimit: 50,
		perBuyerLimit: 1,
		budget: '1000.50',
	})
})

test('a game is not sent with a code for everything', () => {
	expect(draftOf(codeSchema.parse({ ...filled, goods: 'all', gameId: '3' })).gameId).toBeNull()
})

test.each([
	['text', 'a b'],
	['percent', '0'],
	['percent', '101'],
	['totalLimit', '-1'],
	['perBuyerLimit', ''],
	['budget', 'много'],
])('%s is refused as %s', (name, value) => {
	const { error } = codeSchema.safeParse({ ...filled, [name]: value })
	expect(error?.issues.map(({ path }) => path[0])).toEqual([name])
})

test('a time of the form comes back as it was', () => {
	expect(shownTime(sentTime('2026-12-01T10:00'))).toBe('2026-12-01T10:00')
	expect(shownTime(null)).toBe('')
})
