import { expect, test } from 'vitest'
import { currencyBeside, currencyOf, matches } from './countryCurrency.ts'

test('a country is listed with its currency', () => {
	expect(currencyOf('Казахстан')).toMatch(/тенге$/)
	expect(currencyOf('Атлантида')).toBe('')
	expect(['Азербайджан', 'Турция', 'Польша', 'Германия'].map(currencyBeside)).toEqual([
		'манат',
		'лира',
		'злотый',
		'евро',
	])
})

test('a country is found by its name, its currency and its code', () => {
	for (const query of ['каз', 'Тенге', 'kzt', '']) expect(matches('Казахстан', query)).toBe(true)
	expect(matches('Казахстан', 'рубль')).toBe(false)
})
