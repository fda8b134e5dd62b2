import { call } from '~/api/browser.ts'
import { getStandoffLastOrder, getSteamLastOrder, getSupplyLastOrder } from '~/api/gen/sdk.gen.ts'
import type { OrderGame } from './game.ts'
import type { LastOrder } from './lastOrder.ts'

export async function askLast(gameId: number, kind: OrderGame['resourcetype']): Promise<LastOrder | null> {
	if (kind === 'SupplyGame') {
		const last = await call(getSupplyLastOrder, { path: { gameId } })
		return {
			fields: {
				supplyUserId: last.moogoldUserId ?? '',
				server: last.moogoldServer ? String(last.moogoldServer) : '',
				serverCustom: last.moogoldServerCustomId ?? '',
			},
		}
	}
	if (kind === 'Steam') {
		const last = await call(getSteamLastOrder)
		return { fields: { steamAccountId: last.steamAccountId ?? '' } }
	}
	if (kind === 'StandoffGame') {
		const last = await call(getStandoffLastOrder)
		const { gameAvatar, historyOrderId } = last
		return {
			fields: { gameAccountId: last.gameAccountId ?? '' },
			avatar: gameAvatar && historyOrderId ? { picture: gameAvatar, orderId: String(historyOrderId) } : undefined,
		}
	}
	return null
}
