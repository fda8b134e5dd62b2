import { expect, test } from 'vitest'
import { reasonLabel } from './reasonLabel.ts'

test('reasons are read in words, whichever screen gave them', () => {
	expect(reasonLabel({ code: 'supplier_silent', text: 'третий час' })).toBe('Поставщик молчит. третий час')
	expect(reasonLabel({ code: 'lost_device', text: '' })).toBe('Потерял устройство')
	expect(reasonLabel({ code: 'purchase', text: 'Дистрибьютор' })).toBe('Загрузка кодов. Дистрибьютор')
	expect(reasonLabel({ code: 'prices', text: '' })).toBe('Новые цены')
	expect(reasonLabel({ code: '', text: '' })).toBe('')
	expect(reasonLabel({ code: 'newer', text: '' })).toBe('newer')
})
