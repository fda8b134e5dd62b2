import { classes } from '@larek/shared/classes.ts'
import { ShoppingBasket } from 'lucide-react'
import { type MouseEvent, Suspense, useState } from 'react'
import { href, Link } from 'react-router'
import { useCartCount } from '~/entities/cart/cartStore.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { gamePath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'

const BasketSheet = lazyPart(() => import('./BasketSheet.tsx'))

/** Opens the basket; an empty one, and one without scripts, leads to the games. */
export function BasketLink({ className }: { className: string }) {
	const { count, gameId } = useCartCount()
	const [isOpen, setOpen] = useState(false)
	function onClick(event: MouseEvent) {
		if (count === 0) return
		event.preventDefault()
		setOpen(true)
	}
	return (
		<>
			<Link
				to={gameId ? gamePath(gameId) : href('/ru/games')}
				onClick={onClick}
				aria-haspopup={count > 0 ? 'dialog' : undefined}
				className={classes(className, 'relative inline-flex w-11 shrink-0 justify-center px-0')}
			>
				<ShoppingBasket size={20} aria-hidden="true" className="shrink-0" />
				<span className="sr-only">{m['cart.count']({ count })}</span>
				{count > 0 && (
					<span
						aria-hidden="true"
						className="absolute -top-1.5 -right-1.5 grid h-5 min-w-5 place-items-center rounded-full bg-lamp px-1 text-xs leading-none font-bold text-lamp-ink"
					>
						{count > 99 ? '99+' : count}
					</span>
				)}
			</Link>
			{isOpen && (
				<Suspense fallback={null}>
					<BasketSheet onClose={() => setOpen(false)} />
				</Suspense>
			)}
		</>
	)
}
