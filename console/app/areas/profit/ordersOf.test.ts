import { expect, test } from 'vitest'
import { ordersOf } from './ordersOf.ts'

const days = { since: '2026-11-01', until: '2026-11-17' }
const within = 'created_from=2026-11-01&created_to=2026-11-17'

test('a row of profit opens its orders', () => {
	expect(ordersOf('day', '2026-11-14', days)).toBe('/orders?created_from=2026-11-14&created_to=2026-11-14')
	expect(ordersOf('game', '7', days)).toBe(`/orders?game=7&${within}`)
	expect(ordersOf('game', 'gift', days)).toBe(`/orders?kind=rokky&${within}`)
	expect(ordersOf('method', 'tbank_sbp', days)).toBe(`/orders?method=tbank_sbp&${within}`)
	expect(ordersOf('supplier', 'moogold', days)).toBe(`/orders?supplier=moogold&${within}`)
	expect(ordersOf('country', 'KZ', days)).toBe(`/orders?country=KZ&${within}`)
})

test('what no list of orders shows opens none', () => {
	expect(ordersOf('product', '12', days)).toBeUndefined()
	expect(ordersOf('game', '', days)).toBeUndefined()
})
