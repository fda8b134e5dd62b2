import type { ReconDays } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { learnPartners } from '~/api/names.ts'
import { openDays } from './openDays.ts'

test('each day that is not explained leads to the party it waits for', () => {
	learnPartners({ providers: [{ name: 'tbank', title: 'Т-Банк' }], methods: [], suppliers: [] })
	const data: ReconDays = {
		providers: ['tbank'],
		suppliers: ['moogold'],
		days: [{ party: 'moogold', day: '2026-11-02', state: 'open', open: 2 }] as ReconDays['days'],
		whole: [
			{ day: '2026-11-01', state: 'green', open: 0, missing: [] },
			{ day: '2026-11-02', state: 'open', open: 2, missing: [] },
			{ day: '2026-11-03', state: 'waiting', open: 0, missing: ['tbank', 'bank'] },
		],
	}
	expect(openDays(data).map(({ day, to }) => [day, to])).toEqual([
		['2026-11-02', '/reconciliation?side=suppliers&party=moogold&day=2026-11-02&until=2026-11-02'],
		['2026-11-03', '/reconciliation?side=providers&party=tbank&day=2026-11-03&until=2026-11-03'],
	])
	expect(openDays(data).map(({ label }) => label)).toEqual([
		expect.stringContaining('2'),
		expect.stringMatching(/Т-Банк, .*анк/),
	])
})
