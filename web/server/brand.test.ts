import { expect, test } from 'vitest'
import { type Brand, brandStyle } from './brand.ts'

const plain: Brand = {
	version: 1,
	name: 'Полночь',
	line: 'Ночью и днём',
	mark: null,
	palette: null,
	state: 'open',
	note: null,
}
const mark = '/media/01234567890123456789012345/640.png'
const palette = { button: '#6e4cff', button_text: '#ffffff', on_night: '#a38cff', on_day: '#6746f0' }

test('the design needs no style', () => {
	expect(brandStyle(plain)).toBe('')
})

test('a mark and colours are a style of 400 bytes at most', () => {
	const style = brandStyle({ ...plain, mark, palette })
	expect(style).toContain('--color-lamp:#6e4cff')
	expect(style).toContain('url(/media/01234567890123456789012345/160.png)')
	expect(Buffer.byteLength(style)).toBeLessThanOrEqual(400)
})
