/** Where the orders of this browser are kept. */
export const ordersKey = 'larek.orders'

export function hasOrdered(): boolean {
	try {
		return localStorage.getItem(ordersKey) !== null
	} catch {
		return false // storage is switched off
	}
}
