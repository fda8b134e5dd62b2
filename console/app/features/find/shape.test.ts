import { expect, test } from 'vitest'
import { shapeOf } from './shape.ts'

test.each([
	['481907', 'order'],
	[' 481 907 ', 'order'],
	['№ 12', 'order'],
	['712480936', 'player'],
	['712 480 936', 'player'],
	['01JCQ4M7ZD8K3V9M2QXTRN5A6B', 'hash'],
	['m.kovaleva@example.ru', 'email'],
	['kovaleva@', 'email'],
	['+7 999 000-00-00', 'phone'],
	['481907-1-k3v9m2qx', 'reference'],
	['912044-2-1-7q4mk2zd', 'reference'],
	['Genshin', 'words'],
	['', 'words'],
])('«%s» looks like %s', (text, shape) => {
	expect(shapeOf(text)).toBe(shape)
})
