import { expect, test } from 'vitest'
import { payTime, providerState } from './providerState.ts'

const tries = (paid: number, all: number) => ({ paid, tries: all })
const row = { isConfigured: true, isSilent: false, hour: tries(9, 10), day: tries(90, 100), weekAgo: tries(9, 10) }

test('the worst about a provider is said first', () => {
	expect(providerState(row)).toBe('works')
	expect(providerState({ ...row, hour: tries(3, 10) })).toBe('falls')
	expect(providerState({ ...row, hour: tries(3, 10), isSilent: true })).toBe('silent')
	expect(providerState({ ...row, isSilent: true, isConfigured: false })).toBe('unset')
	expect(providerState({ ...row, hour: tries(0, 0), day: tries(0, 0) })).toBe('quiet')
})

test('the time to pay is short', () => {
	expect(payTime(null)).toBe('—')
	expect(payTime(34.4)).toBe('половина за 34\u00a0с')
	expect(payTime(150)).toBe('половина за 2\u00a0мин')
})
