import { kindOptions, nextOptions, statusOptions } from '~/features/order/labels.ts'
import { problemOptions } from '~/features/queue/labels.ts'
import type { Filters } from '~/kit/filters.ts'
import { m } from '~/paraglide/messages.js'

const suppliers = ['moogold', 'gamesdrop', 'nsgifts', 'rokky', 'operator']
const providers = ['tbank', 'payselection', 'payin', 'getpay', 'balance']
const plain = (values: string[]) => values.map((value) => ({ value, label: value }))

/** What orders can be narrowed by; the names are those of the request. */
export const orderFilters: Filters = {
	created: { label: m['orders.created'](), kind: 'dates' },
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
	supplier: { label: m['orders.supplier'](), kind: 'options', many: true, options: plain(suppliers) },
	provider: { label: m['orders.provider'](), kind: 'options', many: true, options: plain(providers) },
	method: { label: m['orders.method'](), kind: 'text' },
	country: { label: m['orders.country'](), kind: 'text', placeholder: 'KZ' },
	buyer: {
		label: m['orders.buyer'](),
		kind: 'options',
		options: [
			{ value: 'guest', label: m['order.guest']() },
			{ value: 'account', label: m['orders.with_account']() },
		],
	},
	promo: { label: m['orders.promo'](), kind: 'text' },
}
