import { afterEach, beforeEach, expect, test } from 'vitest'
import { emitSessionSignal } from '~/api/sessionSignals.ts'
import { cartKey, setCartQuantity } from '~/entities/cart/cartStore.ts'
import { saveDraft } from '~/entities/order/draft.ts'
import { saveGuestOrders } from '~/entities/order/guestOrders.ts'
import { localOrders, saveLocalOrder } from '~/entities/order/localOrders.ts'
import './sessionEvents.ts'

const order = (id: number) => ({ id, hash: String(id).repeat(26), title: 'Игра', at: id })

beforeEach(() => localStorage.clear())
afterEach(() => sessionStorage.clear())

test('logout clears user data, both tokens and the saved cart, and the list of orders', () => {
	saveGuestOrders()
	setCartQuantity(1, 2, 3)
	saveDraft(1, { email: 'a@b.test', supplyUserId: '512' })
	saveLocalOrder(order(1))
	sessionStorage.setItem('foreign', 'stays')
	emitSessionSignal({ type: 'signedOut', reason: 'left' })
	expect(localStorage.getItem(cartKey)).toBe('{}')
	expect(localOrders.get()).toEqual([])
	expect(Object.keys(localStorage)).toEqual([cartKey])
	expect(Object.keys(sessionStorage)).toEqual(['foreign'])
})

test('a guest’s list of orders stays a guest’s', () => {
	saveLocalOrder(order(1))
	saveGuestOrders()
	saveLocalOrder(order(2))
	expect(localOrders.get().map(({ id }) => id)).toEqual([2, 1])
	emitSessionSignal({ type: 'signedOut', reason: 'over' })
	expect(localOrders.get()).toEqual([order(1)])
})
