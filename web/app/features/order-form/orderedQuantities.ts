// The quantities of an order that was just created: the cart is emptied, and Back from the pay page fills it again.
import type { Amounts } from '~/entities/cart/cart.ts'
import { clearGame, setCartQuantity } from '~/entities/cart/cartStore.ts'

/** Ordered since this document was loaded: going back then is the router's step, not the browser's. */
let isOrderedHere = false

const keyOf = (gameId: number) => `larek.ordered.${gameId}`

export function saveOrdered(gameId: number, amounts: Amounts): void {
	isOrderedHere = true
	try {
		sessionStorage.setItem(keyOf(gameId), JSON.stringify(amounts))
	} catch {
		// storage is switched off: the form is empty again
	}
}

/** The form is gone: what was ordered is not in the cart any more. */
export function emptyIfOrdered(gameId: number): void {
	if (readOrdered(gameId)) clearGame(gameId)
}

/** The form is shown: after the back button with the quantities it was left with, otherwise empty. */
export function bringBackOrdered(gameId: number, isStepInHistory: boolean): void {
	const amounts = readOrdered(gameId)
	if (!amounts) return
	// The first page of a document always counts as a step in history, whether it was one or not.
	if (!isStepInHistory || !(isOrderedHere || isDocumentBack())) {
		forgetOrdered(gameId)
		return
	}
	// Not forgotten: on the way forward again they are in the order alone.
	for (const [id, amount] of Object.entries(amounts)) {
		if (Number.isInteger(amount) && amount > 0) setCartQuantity(gameId, Number(id), amount)
	}
}

/** Called when the buyer changes the form, so that going back does not restore the order's quantities. */
export function forgetOrdered(gameId: number): void {
	if (readOrdered(gameId)) sessionStorage.removeItem(keyOf(gameId))
}

function isDocumentBack(): boolean {
	const [entry] = performance.getEntriesByType?.('navigation') ?? []
	return (entry as PerformanceNavigationTiming | undefined)?.type === 'back_forward'
}

function readOrdered(gameId: number): Amounts | null {
	try {
		const saved: unknown = JSON.parse(sessionStorage.getItem(keyOf(gameId)) ?? 'null')
		return saved !== null && typeof saved === 'object' ? (saved as Amounts) : null
	} catch {
		return null
	}
}
