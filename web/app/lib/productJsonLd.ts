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

/** A thing on sale for search engines: always in rubles, the currency of the price list. */
export function productJsonLd(goods: Goods, origin: string): object {
	return {
		'@type': 'Product',
		name: goods.title,
		description: goods.description,
		category: goods.category,
		...(goods.image && { image: origin + goods.image }),
		offers: {
			'@type': 'Offer',
			url: origin + goods.path,
			price: goods.discountPrice ?? goods.price,
			priceCurrency: 'RUB',
			availability: `https://schema.org/${goods.isActive ? 'InStock' : 'OutOfStock'}`,
		},
	}
}
