import { messageByKey } from '@larek/shared/messageByKey.ts'
import { expect, test } from 'vitest'
import { m } from '~/paraglide/messages.js'
import fallback from '../messages/en-US.json'
import russian from '../messages/ru.json'

/** Every text of the interface, without what its variants are chosen by. */
function textsOf(tree: unknown): string[] {
	if (typeof tree === 'string') return [tree]
	if (Array.isArray(tree)) return tree.flatMap(textsOf)
	const { declarations, selectors, ...rest } = tree as Record<string, unknown>
	return Object.values(rest).flatMap(textsOf)
}

test('the interface speaks Russian', () => {
	expect(m['errors.not_found']()).toBe(russian.errors.not_found)
	// Names aside, no text has letters of another language alone.
	const names = ['DLC', 'ID']
	const words = (text: string) => text.replace(/\{[^}]*\}/g, '').match(/\p{L}{2,}/gu) ?? []
	const foreign = textsOf(russian).filter((text) => {
		const found = words(text)
		return found.length > 0 && !found.some((word) => /[а-яё]/i.test(word) || names.includes(word))
	})
	expect(foreign).toEqual([])
})

test('buyers read nothing of suppliers and providers', () => {
	expect(textsOf(russian).filter((text) => /поставщик|провайдер|закупк/i.test(text))).toEqual([])
})

test.each([
	[1, 'товар'],
	[3, 'товара'],
	[5, 'товаров'],
	[11, 'товаров'],
	[21, 'товар'],
])('plurals are right: %i %s', (count, form) => {
	expect(m['cart.count']({ count })).toBe(`Корзина: ${count} ${form}`)
})

test('a missing key is shown itself', () => {
	expect(messageByKey({ paid: () => 'Оплачен' }, 'paid')).toBe('Оплачен')
	expect(messageByKey({}, 'orders.status.unheard_of')).toBe('orders.status.unheard_of')
})

test('the fallback knows nothing Russian does not', () => {
	const keys = (tree: object, prefix = ''): string[] =>
		Object.entries(tree).flatMap(([key, value]) =>
			typeof value === 'string' || Array.isArray(value) ? [prefix + key] : keys(value as object, `${prefix}${key}.`),
		)
	expect(keys(russian)).toEqual(expect.arrayContaining(keys(fallback)))
})
