import { today } from '~/common/days.ts'
import type { View } from '~/kit/viewQuery.ts'
import { m } from '~/paraglide/messages.js'

/** Views that every shop has, without anybody saving them. Only work that waits is counted. */
export const readyViews = (): (View & { isCounted: boolean })[] => [
	{ id: 'waiting', name: m['orders.view_waiting'](), query: 'next=operator', isCounted: true },
	{ id: 'late', name: m['orders.view_late'](), query: 'late=true', isCounted: true },
	{ id: 'today', name: m['orders.view_today'](), query: `created_from=${today()}`, isCounted: false },
	{ id: 'large', name: m['orders.view_large'](), query: 'sum_from=5000', isCounted: false },
	{
		id: 'returns',
		name: m['orders.view_returns'](),
		query: 'problem=refund,refund_too_large,outside_refund,chargeback',
		isCounted: true,
	},
]
