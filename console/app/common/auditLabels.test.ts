import { expect, test } from 'vitest'
import { actionName, objectName, reasonLabel } from './auditLabels.ts'

test('actions, objects and reasons are read in words', () => {
	expect(actionName('order.replace_code')).toBe('Замена кода')
	expect(objectName({ kind: 'order', id: '481907' })).toBe('заказ 481907')
	expect(objectName({ kind: 'by_hand', id: '1' })).toBe('доставить вручную 1')
	expect(reasonLabel({ code: 'supplier_silent', text: 'третий час' })).toBe('Поставщик молчит. третий час')
	expect(reasonLabel({ code: 'lost_device', text: '' })).toBe('Потерял устройство')
	expect(reasonLabel({ code: 'purchase', text: 'Дистрибьютор' })).toBe('Загрузка кодов. Дистрибьютор')
	expect(reasonLabel({ code: 'prices', text: '' })).toBe('Новые цены')
	expect(reasonLabel({ code: '', text: '' })).toBe('')
})

test('a word of a newer server is shown as it is', () => {
	expect(actionName('order.teleport')).toBe('order.teleport')
	expect(objectName({ kind: 'planet', id: '3' })).toBe('planet 3')
})
