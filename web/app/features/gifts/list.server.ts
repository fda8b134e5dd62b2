import { listGifts } from '@larek/api/store/sdk.gen.ts'
import type { Gift } from '@larek/api/store/types.gen.ts'
import { apiForCountry } from '~/api/api.server.ts'
import { notFoundIf4xx, pageNotFound } from '~/api/notFound.ts'
import { lastPage, pageOf } from '~/lib/pageNumber.ts'
import { readFilters } from './filters.ts'

const pageSize = 24

export async function loadGifts(request: Request, pageText: string | undefined) {
	const page = pageOf(pageText)
	if (!page) throw pageNotFound(request)
	const filters = readFilters(new URL(request.url).searchParams)
	const { count, results } = await apiForCountry(request)(listGifts, {
		query: {
			limit: pageSize,
			offset: (page - 1) * pageSize,
			search: filters.search || undefined,
			region: filters.region,
			type: filters.type,
			isDiscounted: filters.discounted || undefined,
			ordering: filters.ordering,
		},
	}).catch((error: unknown) => notFoundIf4xx(error, request))
	const last = lastPage(count, pageSize)
	if (page > last) throw pageNotFound(request)
	return { filters, page, last, count, gifts: results.map(giftCard) }
}

export function giftCard({ id, title, type, region, logo, price, discountPrice, discountPercent }: Gift) {
	return { id, title, type, region, logo, price, discountPrice, discountPercent }
}
