import { getGame, getProduct, listProducts } from '@larek/api/store/sdk.gen.ts'
import type { Product } from '@larek/api/store/types.gen.ts'
import { apiForCountry } from '~/api/api.server.ts'
import { notFoundIf4xx, pageNotFound } from '~/api/notFound.ts'
import { lastPage, pageOf, positive } from '~/lib/pageNumber.ts'
import { productTitle } from '~/lib/productTitle.ts'

const pageSize = 24
const othersShown = 6

export type ProductData = ReturnType<typeof pack>

function pack(product: Product) {
	const { id, picture, price, discountPrice, discountPercent, lowestPrice, isActive, gameId, gameTitle } = product
	const title = productTitle(product.title)
	return { id, title, picture, price, discountPrice, discountPercent, lowestPrice, isActive, gameId, gameTitle }
}

export async function loadProducts(request: Request, pageText: string | undefined) {
	const page = pageOf(pageText)
	if (!page) throw pageNotFound(request)
	const { count, results } = await apiForCountry(request)(listProducts, { query: { page, pageSize } }).catch(
		(error: unknown) => notFoundIf4xx(error, request),
	)
	const last = lastPage(count, pageSize)
	if (page > last) throw pageNotFound(request)
	return { page, last, count, packs: results.map(pack) }
}

export async function loadProduct(request: Request, idText: string | undefined) {
	const id = positive(idText)
	if (!id) throw pageNotFound(request)
	const call = apiForCountry(request)
	const product = await call(getProduct, { path: { id } }).catch((error: unknown) => notFoundIf4xx(error, request))
	// The pack is worth showing even if its game does not load.
	const game = await call(getGame, { path: { id: product.gameId } }).catch(() => null)
	const { minQuantity, maxQuantity } = product
	return {
		pack: {
			...pack(product),
			minQuantity,
			maxQuantity,
			amountUc: 'amountUc' in product ? product.amountUc : null,
			gold: 'gold' in product ? product.gold : null,
		},
		game: game && { logo: game.logo, description: game.detailDescription },
		others: (game?.products ?? [])
			.filter((one) => one.id !== id && one.isActive)
			.slice(0, othersShown)
			.map(pack),
	}
}
