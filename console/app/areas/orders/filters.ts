import { countryOptions, methodOptions, providerOptions, supplierOptions } from '~/api/names.ts'
import { useGameOptions } from '~/common/games.ts'
import { kindOptions, nextOptions, statusOptions } from '~/common/orderLabels.ts'
import { problemOptions } from '~/common/queueLabels.ts'
import type { Filters } from '~/kit/filters.ts'
import { m } from '~/paraglide/messages.js'

/** Minutes. */
const ages = [
	{ value: '60', label: m['orders.age_hour']() },
	{ value: '1440', label: m['orders.age_day']() },
	{ value: '10080', label: m['orders.age_week']() },
	{ value: '43200', label: m['orders.age_month']() },
]

/** Filters of the list of orders, named as in the request. */
export const orderFilters: Filters = {
	created: { label: m['orders.created'](), kind: 'dates' },
	max_age: { label: m['orders.age'](), kind: 'options', options: ages },
	status: { label: m['orders.status'](), kind: 'options', many: true, options: statusOptions },
	problem: {
		label: m['orders.problem'](),
		kind: 'options',
		many: true,
		options: problemOptions,
	},
	next: { label: m['orders.next'](), kind: 'options', many: true, options: nextOptions },
	late: { label: m['orders.late'](), kind: 'flag' },
	sum: { label: m['orders.sum'](), kind: 'sums' },
	kind: { label: m['orders.kind'](), kind: 'options', many: true, options: kindOptions },
	supplier: { label: m['orders.supplier'](), kind: 'options', many: true, options: supplierOptions },
	provider: { label: m['orders.provider'](), kind: 'options', many: true, options: providerOptions },
	method: { label: m['orders.method'](), kind: 'options', many: true, options: methodOptions },
	country: { label: m['orders.country'](), kind: 'options', many: true, options: countryOptions },
	buyer: {
		label: m['orders.buyer'](),
		kind: 'options',
		options: [
			{ value: 'guest', label: m['order.guest']() },
			{ value: 'account', label: m['orders.with_account']() },
		],
	},
	owner: {
		label: m['orders.owner_filter'](),
		kind: 'options',
		options: [
			{ value: 'me', label: m['orders.owner_me']() },
			{ value: 'none', label: m['orders.owner_none']() },
		],
	},
	promo: { label: m['orders.promo'](), kind: 'text' },
	gift: { label: m['orders.gift'](), kind: 'text', placeholder: m['orders.gift_hint']() },
}

/** The filters with the games there are now. */
export function useOrderFilters(): Filters {
	const options = useGameOptions()
	return { ...orderFilters, game: { label: m['orders.game'](), kind: 'options', many: true, options } }
}
