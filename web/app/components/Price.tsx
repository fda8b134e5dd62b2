import { classes } from '~/lib/classes.ts'
import { useMarket } from '~/lib/market.ts'
import { formatDiscount, showPrice } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'

interface PriceProps {
	/** Rubles, as the server writes them. */
	price: string
	discountPrice?: string | null
	discountPercent?: number
	size?: 'small' | 'large'
}

/** What fits into the narrowest card in large figures. */
const longest = 11

/** A catalogue price in the buyer's currency, with the old one struck through when it is on sale. */
export function Price({ price, discountPrice, discountPercent = 0, size = 'small' }: PriceProps) {
	const { currency } = useMarket()
	const now = showPrice(discountPrice ?? price, currency)
	const onSale = discountPrice != null && discountPrice !== price
	return (
		<span className="flex flex-wrap items-baseline gap-x-2.5 whitespace-nowrap">
			<b
				className={classes(size === 'large' ? 'text-xl' : now.length > longest ? 'text-base' : 'text-lg', 'font-bold')}
			>
				{onSale && <span className="sr-only">{m['price.now']()} </span>}
				{now}
			</b>
			{onSale && (
				<>
					<span className="sr-only">{m['price.before']()} </span>
					<s className="text-sm text-muted">{showPrice(price, currency)}</s>
				</>
			)}
			{onSale && discountPercent > 0 && (
				<span className="text-sm font-bold text-lamp-text">{formatDiscount(discountPercent)}</span>
			)}
		</span>
	)
}
