import { classes } from '@larek/shared/classes.ts'
import { ShoppingBasket } from 'lucide-react'
import { type MouseEvent, Suspense, useState } from 'react'
import { href, Link } from 'react-router'
import { Dialog } from '~/components/Dialog.tsx'
import { useCartCount } from '~/entities/cart/cartStore.ts'
import { lazyPart } from '~/lib/lazyPart.ts'
import { gamePath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'
import { EmptyBasket } from './EmptyBasket.tsx'

const BasketSheet = lazyPart(() => import('./BasketSheet.tsx'))

/** Opens the basket. Until it is known what is in it, and without scripts, it leads to the games. */
export function BasketLink({ className }: { className: string }) {
	const { count, gameId } = useCartCount()
	const [open, setOpen] = useState<'empty' | 'filled'>()
	const close = () => setOpen(undefined)
	function onClick(event: MouseEvent) {
		event.preventDefault()
		setOpen(count > 0 ? 'filled' : 'empty')
	}
	return (
		<>
			<Link
				to={gameId ? gamePath(gameId) : href('/ru/games')}
				onClick={onClick}
				aria-haspopup="dialog"
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
			{/* Nothing has to be loaded to say that it is empty: a slow line would wait for it. */}
			{open === 'empty' && (
				<Dialog open title={m['cart.title']()} onClose={close}>
					<EmptyBasket onGo={close} />
				</Dialog>
			)}
			{open === 'filled' && (
				<Suspense fallback={null}>
					<BasketSheet onClose={close} />
				</Suspense>
			)}
		</>
	)
}
