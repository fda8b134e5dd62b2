import { expect, test } from 'vitest'
import { actionName, objectName } from './auditLabels.ts'

test('actions and objects are read in words', () => {
	expect(actionName('order.replace_code')).toBe('Замена кода')
	expect(objectName({ kind: 'order', id: '481907' })).toBe('заказ 481907')
	expect(objectName({ kind: 'by_hand', id: '1' })).toBe('доставить вручную 1')
})

test('a word of a newer server is shown as it is', () => {
	expect(actionName('order.teleport')).toBe('order.teleport')
	expect(objectName({ kind: 'planet', id: '3' })).toBe('planet 3')
})
