import type { LiveFeedEntry } from '~/api/gen/types.gen.ts'

/** How many the feed shows. */
export const feedLength = 5

export interface Delivery {
	created: string
	nickname: string
	goods: string
}

export function deliveryOf({ created, game, gift, orderProducts, user }: LiveFeedEntry): Delivery {
	const lines = orderProducts.map(({ quantity, product }) =>
		quantity > 1 ? `${product.title} × ${quantity}` : product.title,
	)
	return {
		created,
		nickname: user.obscuredNickname,
		// A gift is its own only line.
		goods: [...new Set([game?.title ?? gift?.title, ...lines])].filter(Boolean).join(', '),
	}
}

export const keyOf = ({ created, nickname, goods }: Delivery) => `${created} ${nickname} ${goods}`
