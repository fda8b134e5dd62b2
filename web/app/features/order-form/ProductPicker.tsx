import { useLocation } from 'react-router'
import { Picture } from '~/components/Picture.tsx'
import { Price } from '~/components/Price.tsx'
import { Stepper } from '~/components/Stepper.tsx'
import type { Amounts } from '~/entities/cart/cart.ts'
import { amountName } from '~/entities/order/draft.ts'
import { classes } from '~/lib/classes.ts'
import { formatDiscount } from '~/lib/money.ts'
import { useHydrated } from '~/lib/now.ts'
import { m } from '~/paraglide/messages.js'
import type { OrderGame, Pack } from './game.ts'

interface PacksProps {
	game: OrderGame
	amounts: Amounts
	onAmount: (productId: number, amount: number) => void
}

export function Packs({ game, amounts, onAmount }: PacksProps) {
	const { hash } = useLocation()
	// The server never sees the part after the hash.
	const pointed = useHydrated() ? hash : ''
	if (game.products.length === 0) return <p className="text-muted">{m['order_form.no_packs']()}</p>
	return (
		<ul data-place="packs" className="grid grid-cols-2 gap-2.5 md:grid-cols-3 md:gap-3 lg:grid-cols-4">
			{game.products.map((pack) => (
				<PackCard
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

interface PackCardProps {
	pack: Pack
	open: boolean
	amount: number
	/** The buyer came here for this one. */
	pointed: boolean
	onAmount: (amount: number) => void
}

function PackCard({ pack, open, amount, pointed, onAmount }: PackCardProps) {
	return (
		<li
			id={`pack-${pack.id}`}
			className={classes(
				'relative flex scroll-mt-24 flex-col gap-2 rounded-card border bg-shelf p-3 md:p-3.5',
				amount > 0
					? 'border-lamp-text ring-1 ring-lamp-text'
					: pointed
						? 'border-edge ring-1 ring-edge'
						: 'border-line',
				!open && 'opacity-70',
			)}
		>
			{open && pack.discountPercent > 0 && (
				<span className="absolute -top-2 -right-1.5 z-1 rotate-3 rounded-tag bg-paper px-1.5 text-xs font-extrabold text-ink">
					{formatDiscount(pack.discountPercent)}
				</span>
			)}
			<div className="flow-root leading-snug font-semibold wrap-normal">
				{pack.picture && (
					<span className="relative float-right ml-2 block size-9 overflow-hidden rounded-tag">
						<Picture src={pack.picture} alt="" sizes="36px" width={36} height={36} />
					</span>
				)}
				{pack.title}
			</div>
			<div className="mt-auto">
				{/* The percent hangs on the corner instead. */}
				<Price {...pack} discountPercent={0} />
			</div>
			{open ? (
				<Stepper
					label={pack.title}
					name={amountName(pack.id)}
					value={amount}
					min={pack.minQuantity}
					max={pack.maxQuantity}
					onChange={onAmount}
				/>
			) : (
				<p className="flex min-h-12 items-center text-sm text-muted">{m['order_form.pack_off']()}</p>
			)}
		</li>
	)
}
