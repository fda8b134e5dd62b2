// What of an order goes into the form that repeats it.
import type { Order } from '@larek/api/store/types.gen.ts'
import type { Amounts } from '~/entities/cart/cart.ts'
import type { Draft } from './draft.ts'

export function amountsOf({ orderProducts }: Order): Amounts {
	return Object.fromEntries(orderProducts.map(({ product, quantity }) => [product.id, quantity]))
}

export function draftOf(order: Order): Draft {
	return { ...accountDraft(order), ...(order.email && { email: order.email }) }
}

function accountDraft(order: Order): Draft {
	switch (order.resourcetype) {
		case 'MooGoldOrder':
			return {
				supplyUserId: order.moogoldUserId,
				server: order.moogoldServer ? String(order.moogoldServer) : '',
				serverCustom: order.moogoldServerCustomId ?? '',
			}
		case 'StandoffOrder':
			// The picture of that order serves once more.
			return { gameAccountId: order.gameAccountId, ...(order.gameAvatar && { historyOrderId: String(order.id) }) }
		case 'SteamOrder':
			return { steamAccountId: order.steamAccountId, steamAmount: order.total.replace(/\.00$/, '').replace('.', ',') }
		default:
			return {}
	}
}
