import { expect, test } from 'vitest'
import { decodeText } from './files.ts'

test('a table of either encoding is read', () => {
	expect(decodeText(new TextEncoder().encode('Номер;Цена\n1;5').buffer as ArrayBuffer)).toBe('Номер;Цена\n1;5')
	expect(decodeText(new Uint8Array([0xd6, 0xe5, 0xed, 0xe0, 0x3b, 0x31]).buffer)).toBe('Цена;1')
})
