import { expect, test } from 'vitest'
import { openUnits, unitState } from './unitState.ts'

const attempt = (state: 'asking' | 'unknown' | 'pending') => ({
	supplier: 'moogold',
	state,
	key: '1-1-1-x',
	since: null,
})

test('a placed unit whose supplier is silent is unknown', () => {
	expect(unitState({ state: 'placed', openAttempt: attempt('unknown') })).toBe('unknown')
	expect(unitState({ state: 'queued', openAttempt: attempt('unknown') })).toBe('unknown')
	expect(unitState({ state: 'placed', openAttempt: attempt('pending') })).toBe('placed')
	expect(unitState({ state: 'placed', openAttempt: null })).toBe('placed')
})

test('what is delivered stays delivered, whatever an old attempt says', () => {
	expect(unitState({ state: 'delivered', openAttempt: attempt('unknown') })).toBe('delivered')
})

test('only units that have not ended are open', () => {
	const states = ['waiting', 'placed', 'delivered', 'wrong_details', 'queued', 'failed', 'refunded'] as const
	const units = states.map((state) => ({ state })) as never
	expect(openUnits({ units }).map(({ state }) => state)).toEqual(['waiting', 'placed', 'wrong_details', 'queued'])
})
