import { classes } from '@larek/shared/classes.ts'
import { formatDiscount } from '@larek/shared/money.ts'
import { useHydrated } from '@larek/shared/now.ts'
import { useLocation } from 'react-router'
import { Picture } from '~/components/Picture.tsx'
import { Price } from '~/components/Price.tsx'
import { Stepper } from '~/components/Stepper.tsx'
import type { Amounts } from '~/entities/cart/cart.ts'
import { amountName } from '~/entities/order/draft.ts'
import { m } from '~/paraglide/messages.js'
import type { OrderGame, OrderProduct } from './game.ts'

interface ProductPickerProps {
	game: OrderGame
	amounts: Amounts
	onAmount: (productId: number, amount: number) => void
}

export function ProductPicker({ game, amounts, onAmount }: ProductPickerProps) {
	const { hash } = useLocation()
	// The server never sees the part after the hash.
	const pointed = useHydrated() ? hash : ''
	if (game.products.length === 0) return <p className="text-muted">{m['order_form.no_packs']()}</p>
	return (
		<ul
			data-place="packs"
			className="grid grid-cols-1 gap-2.5 min-[360px]:grid-cols-2 md:grid-cols-3 md:gap-3 lg:grid-cols-4"
		>
			{game.products.map((pack) => (
				<ProductCard
					key={pack.id}
					pack={pack}
					open={game.isActive && pack.isActive}
					amount={amounts[pack.id] ?? 0}
					pointed={pointed === `#pack-${pack.id}`}
					onAmount={(amount) => onAmount(pack.id, amount)}
				/>
			))}
		</ul>
	)
}

interface ProductCardProps {
	pack: OrderProduct
	open: boolean
	amount: number
	/** The link to this page named this pack. */
	pointed: boolean
	onAmount: (amount: number) => void
}

function ProductCard({ pack, open, amount, pointed, onAmount }: ProductCardProps) {
	return (
		<li
			id={`pack-${pack.id}`}
			className={classes(
				'relative flex scroll-mt-24 flex-col gap-2 rounded-card border bg-shelf p-3 md:p-3.5',
				amount > 0
					? 'border-lamp-line ring-1 ring-lamp-line'
					: pointed
						? 'border-edge ring-1 ring-edge'
						: 'border-line',
				!open && 'opacity-70',
			)}
		>
			{open && pack.discountPercent > 0 && <span className="price-tag">{formatDiscount(pack.discountPercent)}</span>}
			<div className="grid gap-1.5 wrap-normal">
				{pack.picture && (
					<span className="pack-icon">
						<Picture src={pack.picture} alt="" sizes="40px" width={40} height={40} />
					</span>
				)}
				{open ? (
					// The whole card is the target: one tap is one pack, and the stepper goes on from there.
					<button
						type="button"
						aria-pressed={amount > 0}
						onClick={() => amount === 0 && onAmount(pack.minQuantity)}
						className="min-w-0 text-left text-sm leading-snug font-semibold after:absolute after:inset-0 after:rounded-card sm:text-base"
					>
						{pack.title}
					</button>
				) : (
					<p className="min-w-0 text-sm leading-snug font-semibold sm:text-base">{pack.title}</p>
				)}
			</div>
			<div className="mt-auto">
				{/* The percent hangs on the corner instead. */}
				<Price {...pack} discountPercent={0} />
			</div>
			{open ? (
				<div className="relative z-1">
					<Stepper
						label={pack.title}
						name={amountName(pack.id)}
						value={amount}
						min={pack.minQuantity}
						max={pack.maxQuantity}
						onChange={onAmount}
					/>
				</div>
			) : (
				<p className="flex min-h-12 items-center text-sm text-muted">{m['order_form.pack_off']()}</p>
			)}
		</li>
	)
}
