import type { QueueDetail } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { costHint, costNote } from './costWords.ts'

const detail = (currency: string, rate: string) =>
	({ cost: { currency, expected: '68.0000', rate, price: '85.00' } }) as QueueDetail
const plain = (text = '') => text.replaceAll('\u00a0', ' ')

test('a cost is asked for in the currency of the offer, beside what was expected and paid', () => {
	expect(plain(costHint(detail('RUB', '1.00')))).toBe(
		'В рублях; пусто — как в предложении. Ждали 68,00 ₽. Покупатель заплатил 85,00 ₽.',
	)
	expect(plain(costHint(detail('USD', '81.27')))).toMatch(/^В долларах;/)
})

test('a typed cost is shown in rubles with what is left, and as a loss above the price', () => {
	expect(costNote(detail('RUB', '1.00'), '')).toBeUndefined()
	const good = costNote(detail('RUB', '1.00'), '68,5')
	expect([plain(good?.text), good?.bad]).toEqual(['Это 68,50 ₽, нам останется 16,50 ₽.', false])
	const bad = costNote(detail('USD', '81.27'), '125,06')
	expect([plain(bad?.text), bad?.bad]).toEqual([
		'Это 10 163,63 ₽, дороже цены на 10 078,63 ₽. Проверьте число: такое подтверждает второй человек.',
		true,
	])
})
