import type { LiveFeedEntry } from '@larek/api/store/types.gen.ts'
import { productTitle } from '~/lib/productTitle.ts'

/** How many the feed shows. */
export const feedLength = 5

export interface FeedItem {
	id: number
	created: string
	nickname: string
	goods: string
}

export function toFeedItem({ id, doneAt, game, gift, orderProducts, user }: LiveFeedEntry): FeedItem {
	const lines = orderProducts.map(({ quantity, product }) => {
		const title = productTitle(product.title)
		return quantity > 1 ? `${title} ×\u00a0${quantity}` : title
	})
	return {
		id,
		created: doneAt,
		nickname: user.obscuredNickname,
		// A gift is its own only line.
		goods: [...new Set([game?.title ?? gift?.title, ...lines])].filter(Boolean).join(', '),
	}
}
