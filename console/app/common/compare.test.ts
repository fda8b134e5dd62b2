import { expect, test } from 'vitest'
import { growth, percent, points, share, signed, waited } from './compare.ts'

/** With spaces that break, which are typed. */
const plain = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('\u00a0', ' '))

test('a change says how much and whether it is good', () => {
	expect(plain(growth(1084, 1000))).toEqual({ text: '+8,4 %', tone: 'good' })
	expect(plain(growth(52, 50, false))).toEqual({ text: '+4,0 %', tone: 'bad' })
	expect(growth(10, 0)).toBeUndefined()
	expect(plain(growth(-5, -10))).toEqual({ text: '+50,0 %', tone: 'good' })
	expect(plain(points(0.013, 0.015, false))).toEqual({ text: '−0,2 п. п.', tone: 'good' })
	expect(points(undefined, 0.5, true)).toBeUndefined()
	expect(signed(-0.04)).toBe('0,0')
})

test('parts and times are as exact as they need to be', () => {
	expect(plain(percent(share(26, 1962)))).toBe('1,3 %')
	expect(percent(share(0, 0))).toBe('—')
	expect(plain([null, 0.4, 18.2, 161, 4320].map(waited))).toEqual(['—', '0,4 с', '18 с', '2:41', '1 ч 12 мин'])
})
