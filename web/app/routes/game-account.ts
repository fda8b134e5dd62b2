// Whether the account goods go to exists, asked while it is typed. The page server has no such page.
import { checkAccount } from '@larek/api/store/sdk.gen.ts'
import { pageNotFound } from '~/api/notFound.ts'
import type { Route } from './+types/game-account'

export function loader({ request }: Route.LoaderArgs): never {
	throw pageNotFound(request)
}

/** A missing response does not stop the buyer: the account is checked once more when the order is made. */
export async function clientLoader({ request, params }: Route.ClientLoaderArgs) {
	const { search, searchParams: asked } = new URL(request.url)
	const server = Number(asked.get('server')) || undefined
	const serverCustomId = asked.get('custom') || undefined
	try {
		const { call } = await import('~/api/browser.ts')
		const body = { gameId: Number(params.id), accountId: asked.get('account') ?? '', server, serverCustomId }
		return { search, ...(await call(checkAccount, { body })) }
	} catch {
		return { search, state: 'unknown' as const, name: null }
	}
}
