import { createStore, useStore } from '@larek/shared/store.ts'
import { parseStoredObject } from '~/lib/storedObject.ts'
import { type Amounts, type Carts, setAmount } from './cart.ts'
import { checkCarts, countSellable, sellable } from './sellable.ts'

export const cartKey = 'larek.cart'

const carts = createStore<Carts>({})

/** Reads what was saved and follows other tabs until the returned function is called. */
export function loadCarts(): () => void {
	carts.update(() => parseCarts(readSaved()))
	// Without a response the basket shows nothing; the games are requested again on the next page.
	checkCarts(carts.get()).catch(() => {})
	const follow = (event: StorageEvent) => {
		if (event.key !== cartKey && event.key !== null) return
		carts.update(() => parseCarts(event.newValue))
		checkCarts(carts.get()).catch(() => {})
	}
	window.addEventListener('storage', follow)
	return () => window.removeEventListener('storage', follow)
}

export function setCartQuantity(gameId: number, productId: number, amount: number): void {
	save(setAmount(carts.get(), gameId, productId, amount))
}

export function clearGame(gameId: number): void {
	const { [gameId]: _, ...rest } = carts.get()
	save(rest)
}

export function clearCarts(): void {
	save({})
}

export function useCarts(): Carts {
	return useStore(carts)
}

export function useSavedAmounts(gameId: number): Amounts | undefined {
	return useCarts()[gameId]
}

/** How many things of all carts can be sold, and the game to go to for them. */
export function useCartCount(): { count: number; gameId: string | undefined } {
	return countSellable(useCarts(), useStore(sellable))
}

/** Anything but the expected shape is dropped. */
export function parseCarts(text: string | null): Carts {
	let result: Carts = {}
	for (const [gameId, amounts] of Object.entries(parseStoredObject(text))) {
		if (amounts === null || typeof amounts !== 'object') continue
		for (const [productId, amount] of Object.entries(amounts)) {
			if (!Number.isInteger(Number(gameId)) || !Number.isInteger(Number(productId))) continue
			if (typeof amount !== 'number' || !Number.isInteger(amount) || amount <= 0) continue
			result = setAmount(result, Number(gameId), Number(productId), amount)
		}
	}
	return result
}

function readSaved(): string | null {
	try {
		return localStorage.getItem(cartKey)
	} catch {
		return null // storage is switched off: the cart is lost with the page
	}
}

function save(changed: Carts): void {
	carts.update(() => changed)
	try {
		localStorage.setItem(cartKey, JSON.stringify(changed))
	} catch {
		// as above
	}
}
