import type { SupplierRow } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { stateOf } from './SupplierCard.tsx'

const works = {
	off: null,
	isDown: false,
	isAway: false,
	prepaid: '120.0000',
	daysLeft: 20,
	day: { tries: 10, delivered: 10 },
} as SupplierRow

test.each([
	['works', {}, 'good работает'],
	['without money', { prepaid: '0.0000' }, 'bad нет денег'],
	['0 of 7 delivered', { day: { tries: 7, delivered: 0 } }, 'bad почти не доставляет'],
	['too few to say', { day: { tries: 4, delivered: 0 } }, 'good работает'],
	['money for two days', { daysLeft: 2 }, 'soon деньги кончаются'],
	['a balance nobody may read', { prepaid: null, daysLeft: null }, 'good работает'],
])('a supplier is as its deliveries and balance are: %s', (_, change, state) => {
	expect(stateOf({ ...works, ...change }).join(' ')).toBe(state)
})
