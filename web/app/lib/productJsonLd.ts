import { parseMoney, rubles, writeMoney } from '@larek/shared/money.ts'
import { promised, type Selling } from './charge.ts'
import type { Market } from './market.ts'

interface Goods {
	title: string
	description: string
	image: string | null
	/** Path of the page. */
	path: string
	price: string
	discountPrice: string | null
	isActive: boolean
	category: string
}

/** A thing on sale for search engines, for what its page says that it costs. */
export function productJsonLd(goods: Goods, market: Market): object {
	const { origin } = market
	return {
		'@type': 'Product',
		name: goods.title,
		description: goods.description,
		category: goods.category,
		...(goods.image && { image: origin + goods.image }),
		offers: {
			'@type': 'Offer',
			url: origin + goods.path,
			...offerPrice(goods.discountPrice ?? goods.price, market),
			availability: `https://schema.org/${goods.isActive ? 'InStock' : 'OutOfStock'}`,
		},
	}
}

/** A catalogue price as it will be charged, for search engines. */
export function offerPrice(price: string, selling: Selling): { price: string; priceCurrency: string } {
	const charge = promised(parseMoney(price), selling)
	return charge
		? { price: writeMoney(charge.amount), priceCurrency: charge.code }
		: { price, priceCurrency: rubles.code }
}
