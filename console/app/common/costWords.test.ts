import type { QueueCost } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { costHint, costNote, recordedHint, sumCosts } from './costWords.ts'

const cost = (currency: string, rate: string) =>
	({ currency, expected: '68.0000', rate, price: '85.00' }) satisfies QueueCost
const plain = (text = '') => text.replaceAll('\u00a0', ' ')

test('a cost is asked for in the currency of the offer, beside what was expected and paid', () => {
	expect(plain(costHint(cost('RUB', '1.00')))).toBe(
		'В рублях; пусто — как в предложении. Ждали 68,00 ₽. Покупатель заплатил 85,00 ₽.',
	)
	expect(plain(costHint(cost('USD', '81.27')))).toMatch(/^В долларах;/)
})

test('a typed cost is shown in rubles with what is left, and as a loss above the price', () => {
	expect(costNote(cost('RUB', '1.00'), '')).toBeUndefined()
	const good = costNote(cost('RUB', '1.00'), '68,5')
	expect([plain(good?.text), good?.bad]).toEqual(['Это 68,50 ₽, нам останется 16,50 ₽.', false])
	const bad = costNote(cost('USD', '81.27'), '125,06')
	expect([plain(bad?.text), bad?.bad]).toEqual([
		'Это 10 163,63 ₽, дороже цены на 10 078,63 ₽. Проверьте число: такое подтверждает второй человек.',
		true,
	])
})

test('a cost that is corrected stands beside the recorded one', () => {
	expect(plain(recordedHint(cost('USD', '81.27')))).toBe('В долларах. Записано 68,00 $. Покупатель заплатил 85,00 ₽.')
})

test('units that are delivered together cost their sum, unless their currencies differ', () => {
	const rub = cost('RUB', '1.00')
	expect(sumCosts([rub, null, rub])).toEqual({ ...rub, expected: '136.0000', price: '170.00' })
	expect(sumCosts([rub, { ...rub, expected: null }])).toMatchObject({ expected: null })
	expect(sumCosts([rub, cost('USD', '81.27')])).toBeNull()
	expect(sumCosts([])).toBeNull()
})
