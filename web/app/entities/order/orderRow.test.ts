import { expect, test } from 'vitest'
import { homeMarket } from '~/lib/market.ts'
import { rowSum, toOrderRow } from './orderRow.ts'
import { sampleOrder } from './orderView.fixture.ts'

test('a list shows what was paid, in the currency of the payment, and whether it has gone back', () => {
	const row = (more: Parameters<typeof sampleOrder>[0]) => toOrderRow(sampleOrder({ isPaymentActive: false, ...more }))
	const paid = { amount: 1_138_700, currency: 'KZT', refunded: 0 }
	const done = row({ status: 'done', paid })
	expect(done).toMatchObject({ status: 'готов', tone: 'good' })
	expect(rowSum(done, homeMarket)).toBe('11\u00a0387\u00a0₸')
	const part = row({ status: 'done', paid: { ...paid, refunded: 500_000 } })
	expect(part).toMatchObject({ status: 'готов', tone: 'good' })
	const back = row({ status: 'failed', paid: { ...paid, refunded: 1_138_700 } })
	expect(back).toMatchObject({ status: 'деньги вернули', tone: 'plain' })
	expect(row({ status: 'failed' })).toMatchObject({ status: 'закрыт', tone: 'bad', paid: null })
})
