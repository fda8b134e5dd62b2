import type { Order } from '@larek/api/store/types.gen.ts'
import { assertNever } from '~/api/variants.ts'
import { m } from '~/paraglide/messages.js'

/** Where the goods of an order go, in words. */
export function accountOf(order: Order): string {
	switch (order.resourcetype) {
		case 'MooGoldOrder': {
			const server = order.moogoldServerName ?? order.moogoldServerCustomId
			return [m['order_page.account_id']({ id: order.moogoldUserId }), server].filter(Boolean).join(' · ')
		}
		case 'StandoffOrder':
			return m['order_page.account_id']({ id: order.gameAccountId })
		case 'SteamOrder':
			return m['order_page.account_login']({ login: order.steamAccountId })
		case 'PUBGOrder':
		case 'RokkyOrder':
			return order.email ?? ''
		default:
			return assertNever(order)
	}
}
