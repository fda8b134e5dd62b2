import { expect, test } from 'vitest'
import { filterOf, filters } from './filters.ts'

test('buyers choose among states that last', () => {
	expect(filters.map(({ label }) => label())).toEqual([
		'Все заказы',
		'Новые',
		'Ждут оплаты',
		'В пути',
		'Готовые',
		'Закрытые',
	])
	expect(filterOf('sending')).toBe('sending')
	expect(filterOf('anything')).toBeUndefined()
})
