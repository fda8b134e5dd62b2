import type { ReconDifference } from '@larek/api/admin/types.gen.ts'
import { expect, test } from 'vitest'
import { meansOf, wayName } from './names.ts'

const row = (change: Partial<ReconDifference>) => ({ orderId: null, ...change }) as ReconDifference

test('a payment that only the registry has is given to the order it names', () => {
	expect(wayName('give')).toBe('Отдать заказу')
	expect(meansOf('give', row({ orderId: 481907 }))).toBe(
		'Это оплата заказа 481907, о которой нам не сообщили. Заказ получит деньги, как по уведомлению провайдера: доставка или возврат.',
	)
})

test('a way without postings says so, and an entry explains itself', () => {
	expect(meansOf('accept', row({}))).toBe('Проводок не будет.')
	expect(meansOf('entry', row({}))).toBeUndefined()
})
