// What the order page shows. The same for the page server and for the browser, which differ in how they call.

import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { Call } from '~/api/call.ts'
import { notFoundIf4xx } from '~/api/notFound.ts'
import type { OrderView } from '~/entities/order/orderView.ts'
import { toOrderView } from '~/entities/order/toOrderView.ts'
import { splitMail } from '~/lib/articleHtml.ts'

export interface OrderData {
	order: OrderView
	/** What wrong details may be corrected to. */
	servers: Array<{ id: number; name: string }>
	/** Where questions go. */
	mail: string | null
	at: number
}

/** The order as this visitor may see it, and how to ask about it. */
export async function loadOrder(call: Call, request: Request, hash: string): Promise<OrderData> {
	const [found, contacts] = await Promise.all([
		call(sdk.getOrderDetails, { path: { hash } }).catch((error: unknown) => notFoundIf4xx(error, request)),
		call(sdk.listContacts).catch(() => null),
	])
	const isWrong = found.orderProducts.some(({ status }) => status === 'incorrect-details')
	const gameId = isWrong && found.resourcetype === 'MooGoldOrder' && found.moogoldServer ? found.game?.id : undefined
	const servers = gameId
		? await call(sdk.listSupplyServers, { path: { gameId }, query: { pageSize: 100 } }).then(
				({ results }) => results.map(({ id, name }) => ({ id, name })),
				() => [],
			)
		: []
	const mail = contacts?.results.flatMap(({ extra }) => splitMail(extra)).find((part) => part.mail)?.text ?? null
	return { order: toOrderView(found), servers, mail, at: Date.now() }
}
