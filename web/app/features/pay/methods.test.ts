import type { PaymentMethod } from '@larek/api/store/types.gen.ts'
import { expect, test } from 'vitest'
import { firstMethod, groupsOf, hasOwnHeading, methodBlocker, methodsOf, visibleGroups } from './methods.ts'

const method = (name: string, more: Partial<PaymentMethod> = {}): PaymentMethod => ({
	name,
	title: name,
	uri: `/api/payments/${name}/`,
	fee: '0.00',
	fixFee: '0.00',
	icon: null,
	isActive: true,
	minAmount: '10.00',
	isSecondary: false,
	currencies: ['RUB'],
	requiredFields: [],
	canRetrievePaymentData: false,
	...more,
})
const group = (order: number, ...methods: PaymentMethod[]) => ({
	name: `группа ${order}`,
	shortName: '',
	order,
	methods,
})
const names = (groups: ReturnType<typeof groupsOf>) => methodsOf(groups).map(({ name }) => name)

const russia = groupsOf({
	currency: 'RUB',
	rate: '1',
	methodGroups: [
		group(2, method('card', { minAmount: '500.00' }), method('off', { isActive: false })),
		group(1, method('balance'), method('sbp'), method('qr', { isSecondary: true })),
		group(3, method('none', { isActive: false })),
	],
})

test('groups come in the order of the server, without what is switched off', () => {
	expect(names(russia)).toEqual(['balance', 'sbp', 'qr', 'card'])
	expect(russia.map(({ name }) => name)).toEqual(['группа 1', 'группа 2'])
})

test('secondary methods stand apart', () => {
	expect(names(visibleGroups(russia, false))).toEqual(['balance', 'sbp', 'card'])
	expect(names(visibleGroups(russia, true))).toEqual(['qr'])
})

test('a group of one method has no heading, which would repeat its name', () => {
	const [first, second] = russia
	expect([first, second].map((one) => one && hasOwnHeading(one))).toEqual([true, false])
})

test('a method is charged in the currency of the country where it can, else in rubles, else not at all', () => {
	const groups = groupsOf({
		currency: 'KZT',
		rate: '0.1642',
		methodGroups: [
			group(1, method('own', { currencies: ['RUB', 'KZT'] }), method('rub'), method('usd', { currencies: ['USD'] })),
		],
	})
	expect(methodsOf(groups).map(({ currency }) => currency.code)).toEqual(['KZT', 'RUB'])
})

test('a method tells what keeps it from being taken', () => {
	const find = (name: string) => methodsOf(russia).find((one) => one.name === name) as never
	expect(methodBlocker(49_999, find('card'), null)).toEqual({ why: 'minimum' })
	expect(methodBlocker(50_000, find('card'), null)).toBeNull()
	expect(methodBlocker(50_000, find('balance'), undefined)).toBeNull()
	expect(methodBlocker(50_000, find('balance'), null)).toEqual({ why: 'sign_in' })
	expect(methodBlocker(50_000, find('balance'), 24_000)).toEqual({ why: 'balance', has: 24_000, lacks: 26_000 })
	expect(methodBlocker(50_000, find('balance'), 50_000)).toBeNull()
})

test('the first method is one anybody can take', () => {
	expect(firstMethod(russia, 50_000)?.name).toBe('sbp')
	expect(firstMethod(russia, 500)).toBeUndefined()
})
