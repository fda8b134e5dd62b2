import type { Setting } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import {
	changedSettings,
	choicesOf,
	countriesOf,
	needsTwo,
	sentValue,
	shownValue,
	signInRule,
	typedValue,
} from './labels.ts'

const setting = (rest: Partial<Setting>): Setting => ({
	key: 'commission',
	unit: 'percent',
	value: '9.00',
	least: '0.00',
	most: '50.00',
	costly: 'down',
	...rest,
})

test('values are read, typed and sent', () => {
	expect(shownValue({ unit: 'minutes' }, '1440.00')).toBe('24 ч')
	expect(shownValue({ unit: 'minutes' }, '90.00')).toBe('90 мин')
	expect(shownValue({ unit: 'stars' }, '6.00')).toBe('никакие')
	expect(typedValue('11.50')).toBe('11,5')
	expect(sentValue(' 11,5 ')).toBe('11.50')
})

test('only what differs is sent', () => {
	const settings = [setting({}), setting({ key: 'min_amount', value: '50.00' })]
	expect(changedSettings(settings, { commission: '9', min_amount: '60' })).toEqual([
		{ setting: settings[1], value: '60.00' },
	])
	expect(changedSettings(settings, { commission: 'девять' })).toEqual([])
})

test('a change that can cost the shop money needs two people', () => {
	expect(needsTwo(setting({}), '8.00')).toBe(true)
	expect(needsTwo(setting({}), '10.00')).toBe(false)
	expect(needsTwo(setting({ costly: 'up' }), '10.00')).toBe(true)
	expect(needsTwo(setting({ costly: 'never' }), '10.00')).toBe(false)
})

test('a switch and stars are chosen', () => {
	expect(choicesOf(setting({ unit: 'switch', least: '0.00', most: '1.00' }))?.map(({ value }) => value)).toEqual([
		'0',
		'1',
	])
	expect(choicesOf(setting({ unit: 'stars', least: '1.00', most: '6.00' }))).toHaveLength(6)
	expect(choicesOf(setting({}))).toBeUndefined()
})

test('rules of sign-in are read and countries typed', () => {
	expect(signInRule({ allowed: true, except: [] })).toBe('везде')
	expect(signInRule({ allowed: true, except: ['BY', 'RU'] })).toBe('везде, кроме BY, RU')
	expect(signInRule({ allowed: false, except: ['KZ'] })).toBe('только KZ')
	expect(countriesOf(' ru,KZ by ')).toEqual(['RU', 'KZ', 'BY'])
	expect(countriesOf('')).toEqual([])
})
