/** The storage key of this browser's orders. */
export const ordersKey = 'larek.orders'

export function hasLocalOrders(): boolean {
	try {
		return localStorage.getItem(ordersKey) !== null
	} catch {
		return false // storage is switched off
	}
}
