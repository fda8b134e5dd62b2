import { apiAs } from '~/api/api.server.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import { missingIf4xx } from '~/api/notFound.ts'
import { viewOf } from '~/entities/order/orderView.ts'
import { splitMail } from '~/lib/articleHtml.ts'

/** The order as this visitor may see it, and how to ask about it. */
export async function loadOrder(request: Request, hash: string) {
	const { call, wasRefused } = apiAs(request)
	const [found, contacts] = await Promise.all([
		call(sdk.getOrderDetails, { path: { hash } }).catch((error: unknown) => missingIf4xx(error, request)),
		call(sdk.listContacts).catch(() => null),
	])
	// Details may turn out wrong while the page is open, so the choice of servers comes along until the order has ended.
	const isOpen = found.status !== 'done' && found.status !== 'failed'
	const gameId = isOpen && found.resourcetype === 'MooGoldOrder' && found.moogoldServer ? found.game?.id : undefined
	const servers = gameId
		? await call(sdk.listSupplyServers, { path: { gameId }, query: { pageSize: 100 } }).then(
				({ results }) => results.map(({ id, name }) => ({ id, name })),
				() => [],
			)
		: []
	const mail = contacts?.results.flatMap(({ extra }) => splitMail(extra)).find((part) => part.mail)?.text ?? null
	return { order: viewOf(found), servers, mail, isUnsure: wasRefused(), at: Date.now() }
}
