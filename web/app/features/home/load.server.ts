import * as sdk from '@larek/api/store/sdk.gen.ts'
import type { GameBanner, Gift, GiftBanner } from '@larek/api/store/types.gen.ts'
import { apiForCountry } from '~/api/api.server.ts'
import { gameTiles } from '~/entities/catalog/gameTiles.ts'
import { gamePath, giftPath } from '~/lib/paths.ts'
import { feedLength, toFeedItem } from './feedItem.ts'

const carouselLength = 4

export type HomeData = Awaited<ReturnType<typeof loadHome>>

/** Every section is asked for at once; one that fails is null and shows its own failed state. */
export async function loadHome(request: Request) {
	const call = apiForCountry(request)
	const [games, gameBanners, giftBanners, discounted, fresh, feed, rating, reviews, welcome] = await Promise.all([
		orNull(call(sdk.listGames, { query: { limit: 12 } })),
		orNull(call(sdk.listGameBanners, { query: { pageSize: 5 } })),
		orNull(call(sdk.listGiftBanners, { query: { pageSize: 5 } })),
		orNull(call(sdk.listDiscountedGifts, { query: { limit: 4 * carouselLength } })),
		orNull(call(sdk.listNewGifts, { query: { limit: 4 * carouselLength } })),
		orNull(call(sdk.getLiveFeed, { query: { limit: feedLength } })),
		orNull(call(sdk.getFeedbackRating)),
		orNull(call(sdk.listFeedback, { query: { limit: 3 } })),
		orNull(call(sdk.getWelcomePromoCode)),
	])
	return {
		games: games && (await gameTiles(call, games.results)),
		banners: pickBanners((gameBanners?.results ?? []).map(fromGame), (giftBanners?.results ?? []).map(fromGift)),
		discounted: discounted && differentCovers(discounted.results, carouselLength).map(giftCard),
		fresh: fresh && differentCovers(fresh.results, carouselLength).map(giftCard),
		feed: feed?.results.map(toFeedItem) ?? null,
		welcome: welcome?.code ? { code: welcome.code, percent: welcome.percent } : null,
		rating: rating ? { rating: rating.rating, count: rating.count } : null,
		reviews: (reviews?.results ?? []).map(({ id, text, rating, created, nickname, game }) => ({
			...{ id, text, rating, created, nickname, game: game?.title ?? null },
		})),
	}
}

function fromGame(banner: GameBanner) {
	return { ...pictures(banner), key: `game-${banner.id}`, to: banner.game && gamePath(banner.game.id) }
}

function fromGift(banner: GiftBanner) {
	return { ...pictures(banner), key: `gift-${banner.id}`, to: banner.gift && giftPath(banner.gift.id) }
}

export type BannerSlide = ReturnType<typeof fromGame>

const mostBanners = 5
const giftBannersAmong = 2

/** Of both kinds, and no two that lead to the same place. */
function pickBanners<B extends { to: string | null }>(games: B[], gifts: B[]): B[] {
	const seen = new Set<string>()
	const isNew = ({ to }: B) => to === null || (!seen.has(to) && seen.add(to))
	const [ofGames, ofGifts] = [games.filter(isNew), gifts.filter(isNew).slice(0, giftBannersAmong)]
	return [...ofGames.slice(0, mostBanners - ofGifts.length), ...ofGifts]
}

function pictures(banner: GameBanner | GiftBanner) {
	return {
		title: banner.title,
		description: banner.description,
		background: {
			desktop: banner.backgroundDesktop,
			tablet: banner.backgroundTablet,
			mobile: banner.backgroundMobile,
		},
		foreground: {
			desktop: banner.foregroundDesktop,
			tablet: banner.foregroundTablet,
			mobile: banner.foregroundMobile,
		},
	}
}

export type GiftCardData = ReturnType<typeof giftCard>

function giftCard({ id, title, type, region, logo, price, discountPrice, discountPercent }: Gift) {
	return { id, title, type, region, logo, price, discountPrice, discountPercent }
}

/** Editions of one game share a picture: side by side they look like a mistake. */
export function differentCovers<G extends { logo: string | null }>(gifts: G[], length: number): G[] {
	const seen = new Set<string>()
	const isNew = ({ logo }: G) => logo === null || (!seen.has(logo) && seen.add(logo))
	const [first, rest] = [gifts.filter(isNew), gifts]
	return [...new Set([...first, ...rest])].slice(0, length)
}

function orNull<T>(promise: Promise<T>): Promise<T | null> {
	return promise.catch(() => null)
}
