// What a buyer has put into the cart, per game: product id → amount. Pure functions; storage is in cartStore.ts.
import type { GameDetail } from '@larek/api/store/types.gen.ts'
import { type Minor, parseMoney } from '@larek/shared/money.ts'

export type Amounts = Record<number, number>
export type Carts = Record<number, Amounts>

export type Restorable = {
	isActive: boolean
	products: Array<{ id: number; isActive: boolean; minQuantity: number; maxQuantity: number }>
}

/** Amounts to show on a game page: saved ones are restored only for an active game, an inactive product gets 0. */
export function restore(saved: Amounts | undefined, game: Restorable): Amounts {
	const amounts: Amounts = {}
	for (const product of game.products) {
		const amount = game.isActive && product.isActive ? (saved?.[product.id] ?? 0) : 0
		amounts[product.id] = clampAmount(amount, product)
	}
	return amounts
}

/** Zero, or within the limits of one order. */
export function clampAmount(amount: number, limits: { minQuantity: number; maxQuantity: number }): number {
	if (!Number.isInteger(amount) || amount <= 0) return 0
	return Math.min(Math.max(amount, limits.minQuantity), limits.maxQuantity)
}

export function setAmount(carts: Carts, gameId: number, productId: number, amount: number): Carts {
	const amounts = { ...carts[gameId], [productId]: amount }
	if (amount <= 0) delete amounts[productId]
	const changed = { ...carts, [gameId]: amounts }
	if (Object.keys(amounts).length === 0) delete changed[gameId]
	return changed
}

export function totalAmount(amounts: Amounts): number {
	return Object.values(amounts).reduce((sum, amount) => sum + amount, 0)
}

export interface CartLine {
	quantity: number
	price: Minor
}

/** Quantity times price, less the discount, never below zero. */
export function cartTotal(lines: CartLine[], discount: Minor = 0): Minor {
	const sum = lines.reduce((total, line) => total + line.quantity * line.price, 0)
	return Math.max(0, sum - discount)
}

type Priced = { id: number; price: string; discountPrice: string | null }

/** The lines of the receipt, at the price the buyer pays. */
export function cartLines<P extends Priced>(products: P[], amounts: Amounts): Array<CartLine & { product: P }> {
	return products
		.filter((product) => (amounts[product.id] ?? 0) > 0)
		.map((product) => ({
			product,
			quantity: amounts[product.id] ?? 0,
			price: parseMoney(product.discountPrice ?? product.price),
		}))
}

export interface Account {
	email?: string
	supplyUserId?: string
	gameAccountId?: string
	/** Any mark that a picture was chosen. */
	gameAvatar?: string
	historyOrderId?: number
	steamAccountId?: string
}

export type AccountField = keyof Account

type Kind = GameDetail['resourcetype']

/** Required fields of each kind of game; where several are listed together, any one is enough. */
const accountFields: Record<Kind, AccountField[][]> = {
	SupplyGame: [['supplyUserId']],
	StandoffGame: [['gameAccountId'], ['gameAvatar', 'historyOrderId']],
	Steam: [['steamAccountId']],
	PUBGGame: [],
	Game: [],
}

/** As the contract has it; whether an address exists is known once a letter arrives. */
const address =
	/^[A-Za-z0-9!#$%&*+/=?^_{|}~'-]+(\.[A-Za-z0-9!#$%&*+/=?^_{|}~'-]+)*@([A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?$/
export const isEmail = (text: string) => address.test(text)

export function isEmailRequired(game: { isAuthRequired: boolean }, isSignedIn: boolean): boolean {
	return !game.isAuthRequired && !isSignedIn
}

export function requiredFields(
	game: { resourcetype: Kind; isAuthRequired: boolean },
	isSignedIn: boolean,
): AccountField[][] {
	const email: AccountField[][] = isEmailRequired(game, isSignedIn) ? [['email']] : []
	return [...accountFields[game.resourcetype], ...email]
}
