import { useEffect } from 'react'
import { useNavigationType } from 'react-router'
import { type Amounts, restore } from '~/entities/cart/cart.ts'
import { setCartQuantity, useSavedAmounts } from '~/entities/cart/cartStore.ts'
import { markSellable } from '~/entities/cart/sellable.ts'
import type { OrderGame } from './game.ts'
import { bringBackOrdered, emptyIfOrdered, forgetOrdered } from './orderedQuantities.ts'

/** How many of each pack: what is in the cart, or what was in a form sent without scripts. */
export function useQuantities(game: OrderGame, sent: Amounts | undefined) {
	const saved = useSavedAmounts(game.id)
	const amounts = restore(saved ?? sent, game)
	const isBack = useNavigationType() === 'POP'
	useEffect(() => markSellable(game), [game])
	useEffect(() => bringBackOrdered(game.id, isBack), [game.id, isBack])
	// Not before the form is gone: it would empty itself in front of the buyer.
	useEffect(() => () => emptyIfOrdered(game.id), [game.id])

	function setQuantity(productId: number, amount: number) {
		forgetOrdered(game.id)
		// The first change makes what came with the page the buyer's own.
		if (!saved) for (const [id, old] of Object.entries(amounts)) if (old > 0) setCartQuantity(game.id, Number(id), old)
		setCartQuantity(game.id, productId, amount)
	}
	return { amounts, setQuantity }
}
