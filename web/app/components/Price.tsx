import { classes } from '@larek/shared/classes.ts'
import { formatDiscount } from '@larek/shared/money.ts'
import { shownPrice } from '~/lib/charge.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'

interface PriceProps {
	/** Rubles, as the server writes them. */
	price: string
	discountPrice?: string | null
	discountPercent?: number
	/** What a buyer could pay at the least within thirty days. In lists only a price that was lower is worth a line. */
	lowestPrice?: string | null
	size?: 'small' | 'large'
}

/** What fits into the narrowest card in large figures. */
const longest = 11

/** What the preselected method will charge for it, with the old one struck through when it is on sale. */
export function Price({ price, discountPrice, discountPercent = 0, lowestPrice, size = 'small' }: PriceProps) {
	const market = useMarket()
	const now = shownPrice(discountPrice ?? price, market)
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
					<s className="text-sm text-muted">{shownPrice(price, market)}</s>
				</>
			)}
			{onSale && discountPercent > 0 && (
				<span className="text-sm font-bold text-lamp-text">{formatDiscount(discountPercent)}</span>
			)}
			{onSale && lowestPrice && (size === 'large' || lowestPrice !== discountPrice) && (
				<span className="basis-full text-xs whitespace-normal text-muted">
					{lowestPrice === discountPrice
						? m['price.lowest_now']()
						: m['price.lowest']({ price: shownPrice(lowestPrice, market) })}
				</span>
			)}
		</span>
	)
}
