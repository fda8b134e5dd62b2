import { expect, test } from 'vitest'
import { putInto } from './markup.ts'

test('the selected words are put into a tag and stay selected', () => {
	expect(putInto('b', 'один два три', 5, 8)).toEqual({ text: 'один <b>два</b> три', from: 8, to: 11 })
})

test('a list has one point a line', () => {
	expect(putInto('ul', 'раз\n два', 0, 8).text).toBe('<ul>\n<li>раз</li>\n<li>два</li>\n</ul>')
})

test('of a link the address is selected, to be typed', () => {
	const { text, from, to } = putInto('a', 'сюда', 0, 4)
	expect(text).toBe('<a href="https://">сюда</a>')
	expect(text.slice(from, to)).toBe('https://')
})
