import { expect, test } from 'vitest'
import { sellerLine } from './seller.ts'

const contact = {
	companyName: 'ООО «Ларёк-демо»',
	inn: '9900000017',
	extra: 'Поддержка: help@larek.example, ежедневно с 9:00 до 24:00 по московскому времени. Претензии: почтой.',
}

test('the seller is named with the hours of support', () => {
	expect(sellerLine(contact)).toBe(
		'ООО «Ларёк-демо», ИНН 9900000017 · Поддержка ежедневно с 9:00 до 24:00 по московскому времени',
	)
})

test('hours that are not said are left out, and so is a seller that is not known', () => {
	expect(sellerLine({ ...contact, extra: 'Пишите.' })).toBe('ООО «Ларёк-демо», ИНН 9900000017')
	expect(sellerLine(undefined)).toBeNull()
})
