import { expect, test } from 'vitest'
import { shortRate, sourceLabel } from './rateLabel.ts'

test('a rate has no zeros at its end', () => {
	expect([shortRate('0.16540000'), shortRate('100'), shortRate('25.00000000')]).toEqual(['0,1654', '100', '25'])
})

test('a rate of the bank says the margin on top of it', () => {
	expect(sourceLabel({ source: 'central_bank' }, '3.50')).toBe('ЦБ + 3,5 %')
	expect(sourceLabel({ source: 'central_bank' }, '0.00')).toBe('ЦБ')
	expect(sourceLabel({ source: 'operator' }, '3.50')).toBe('задан вручную')
})
