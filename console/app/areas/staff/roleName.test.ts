import { expect, test } from 'vitest'
import { roleName } from './roleName.ts'

test('a title becomes a name of the contract', () => {
	expect(roleName('Ночная смена')).toBe('nochnaya_smena')
	expect(roleName(' Щедрый & K° 2 ')).toBe('schedryy_k')
	expect(roleName('7')).toMatch(/^[a-z][a-z_]{1,39}$/)
	expect(roleName('я'.repeat(60))).toMatch(/^[a-z][a-z_]{1,39}$/)
})
