import { apiFor } from '~/api/api.server.ts'
import * as sdk from '~/api/gen/sdk.gen.ts'
import type { GameBanner, Gift, GiftBanner } from '~/api/gen/types.gen.ts'
import { deliveryOf, feedLength } from './feedItem.ts'

export type HomeData = Awaited<ReturnType<typeof loadHome>>

/** Every section is asked for at once; one that fails is null and shows its own failed state. */
export async function loadHome(request: Request) {
	const call = apiFor(request)
	const [games, gameBanners, giftBanners, discounted, fresh, feed, rating, words] = await Promise.all([
		orNull(call(sdk.listGames, { query: { limit: 12 } })),
		orNull(call(sdk.listGameBanners, { query: { pageSize: 5 } })),
		orNull(call(sdk.listGiftBanners, { query: { pageSize: 5 } })),
		orNull(call(sdk.listDiscountedGifts, { query: { limit: 4 } })),
		orNull(call(sdk.listNewGifts, { query: { limit: 4 } })),
		orNull(call(sdk.getLiveFeed, { query: { limit: feedLength } })),
		orNull(call(sdk.getFeedbackRating)),
		orNull(call(sdk.listFeedback, { query: { limit: 3 } })),
	])
	return {
		games:
			games?.results.map(({ id, title, logo, discountPercent, priceFrom, isActive }) => ({
				...{ id, title, logo, discountPercent, priceFrom, isActive },
			})) ?? null,
		banners: [...(gameBanners?.results ?? []).map(fromGame), ...(giftBanners?.results ?? []).map(fromGift)].slice(0, 5),
		discounted: discounted?.results.map(giftCard) ?? null,
		fresh: fresh?.results.map(giftCard) ?? null,
		feed: feed?.results.map(deliveryOf) ?? null,
		rating: rating ? { rating: rating.rating, count: rating.count } : null,
		words: (words?.results ?? []).map(({ id, text, rating, created, nickname, game }) => ({
			...{ id, text, rating, created, nickname, game: game?.title ?? null },
		})),
	}
}

function fromGame(banner: GameBanner) {
	return { ...pictures(banner), key: `game-${banner.id}`, to: banner.game && `/ru/games/${banner.game.id}` }
}

function fromGift(banner: GiftBanner) {
	return { ...pictures(banner), key: `gift-${banner.id}`, to: banner.gift && `/ru/gifts/detalis/${banner.gift.id}` }
}

export type BannerSlide = ReturnType<typeof fromGame>

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

function orNull<T>(promise: Promise<T>): Promise<T | null> {
	return promise.catch(() => null)
}
