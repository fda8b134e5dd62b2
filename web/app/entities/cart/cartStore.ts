import { createStore, useStore } from '~/lib/store.ts'
import { type Amounts, type Carts, setAmount, totalAmount } from './cart.ts'

export const cartKey = 'larek.cart'

const carts = createStore<Carts>({})

/** Reads what was saved and follows other tabs. Called once, when the page comes alive. */
export function loadCarts(): void {
	carts.update(() => parseCarts(readSaved()))
	window.addEventListener('storage', (event) => {
		if (event.key === cartKey || event.key === null) carts.update(() => parseCarts(event.newValue))
	})
}

export function putAside(gameId: number, productId: number, amount: number): void {
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

/** How many things lie in all carts, and the game to go to for them. */
export function useCartCount(): { count: number; gameId: string | undefined } {
	const entries = Object.entries(useCarts())
	const count = entries.reduce((sum, [, amounts]) => sum + totalAmount(amounts), 0)
	return { count, gameId: entries[0]?.[0] }
}

/** Anything but the expected shape is dropped: storage belongs to the visitor, who may have edited it. */
export function parseCarts(text: string | null): Carts {
	let saved: unknown
	try {
		saved = JSON.parse(text ?? '{}')
	} catch {
		return {}
	}
	let result: Carts = {}
	if (saved === null || typeof saved !== 'object') return result
	for (const [gameId, amounts] of Object.entries(saved)) {
		if (amounts === null || typeof amounts !== 'object') continue
		for (const [productId, amount] of Object.entries<unknown>(amounts)) {
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
		return null // storage is switched off: the cart lives as long as the page
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
