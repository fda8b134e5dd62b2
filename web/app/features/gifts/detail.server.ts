import { getGift, listGifts } from '@larek/api/store/sdk.gen.ts'
import type { Gift } from '@larek/api/store/types.gen.ts'
import { apiForCountry } from '~/api/api.server.ts'
import { notFoundIf4xx, pageNotFound } from '~/api/notFound.ts'
import { positive } from '~/lib/pageNumber.ts'
import { giftCard } from './list.server.ts'

const shown = 4

export async function loadGift(request: Request, idText: string | undefined) {
	const id = positive(idText)
	if (!id) throw pageNotFound(request)
	const call = apiForCountry(request)
	const gift = await call(getGift, { path: { id } }).catch((error: unknown) => notFoundIf4xx(error, request))
	const { region, type } = gift
	const like = (query: { region?: typeof region; type?: typeof type }) =>
		call(listGifts, { query: { ...query, limit: shown + 1 } }).then(
			({ results }) => results,
			() => [], // the gift is worth showing without its neighbours
		)
	// The nearest first: of the same region and type, then of the region, then of the type.
	const near = await Promise.all([like({ region, type }), like({ region }), like({ type })])
	const { description, tags } = gift
	// The release before does not say.
	const isAvailable = gift.isAvailable !== false
	return { gift: { ...giftCard(gift), description, tags, isAvailable }, related: neighbours(id, near.flat()) }
}

export type GiftData = Awaited<ReturnType<typeof loadGift>>['gift']

function neighbours(id: number, gifts: Gift[]) {
	const unique = new Map(gifts.map((gift) => [gift.id, gift]))
	unique.delete(id)
	return [...unique.values()].slice(0, shown).map(giftCard)
}
