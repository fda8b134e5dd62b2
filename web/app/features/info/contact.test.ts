import { expect, test } from 'vitest'
import { companyNumbers, reachLines } from './contact.ts'

test('a company has the numbers of its country', () => {
	expect(companyNumbers({ inn: '9900000017', companyId: '1269900000017' })).toEqual([
		['inn', '9900000017'],
		['ogrn', '1269900000017'],
	])
	expect(companyNumbers({ inn: '260340999900', companyId: '260340999900' })).toEqual([['bin', '260340999900']])
	expect(companyNumbers({ inn: '1', companyId: 'A-2' })[1]).toEqual(['registration', 'A-2'])
})

test('ways to reach it stand a line each, without the number again', () => {
	const extra = 'ОГРН 1269900000017. Поддержка: help@larek.example, ежедневно с 9:00. Претензии: legal@larek.example.'
	expect(reachLines({ extra, companyId: '1269900000017' })).toEqual([
		'Поддержка: help@larek.example, ежедневно с 9:00.',
		'Претензии: legal@larek.example.',
	])
	expect(reachLines({ extra: '', companyId: '1' })).toEqual([])
})
