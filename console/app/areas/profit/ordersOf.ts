import type { ProfitBy } from '@larek/api/admin/types.gen.ts'

interface Days {
	since: string
	until: string
}

/**
 * The list of orders behind a row of profit: those created in its days. Products have none, because orders are not
 * listed by product, nor has what belongs to no order.
 */
export function ordersOf(by: ProfitBy, key: string, { since, until }: Days): string | undefined {
	if (key === '' || by === 'product') return undefined
	if (by === 'day') return `/orders?created_from=${key}&created_to=${key}`
	const one = by === 'game' && key === 'gift' ? 'kind=rokky' : `${by}=${encodeURIComponent(key)}`
	return `/orders?${one}&created_from=${since}&created_to=${until}`
}
