// What a buyer ordered in a game before. Known to the browser alone, so the page server has no such page.
import { pageNotFound } from '~/api/notFound.ts'
import { isSignedIn } from '~/entities/session/signedInState.ts'
import { fetchLastOrder, fetchLocalOrder } from '~/features/order-form/fetchLastOrder.ts'
import type { OrderGame } from '~/features/order-form/game.ts'
import type { Route } from './+types/game-last-order'

export function loader({ request }: Route.LoaderArgs): never {
	throw pageNotFound(request)
}

/** Without it the form is merely empty, so a failure is no error. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
	const kind = new URL(request.url).searchParams.get('kind') as OrderGame['resourcetype']
	const id = Number(params.id)
	try {
		const { call } = await import('~/api/browser.ts')
		return await (isSignedIn() ? fetchLastOrder(call, id, kind) : fetchLocalOrder(call, id))
	} catch {
		return null
	}
}
