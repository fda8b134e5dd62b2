import type { GameDetail } from '@larek/api/store/types.gen.ts'

export interface OrderProduct {
	id: number
	title: string
	price: string
	picture: string | null
	minQuantity: number
	maxQuantity: number
	isActive: boolean
	discountPrice: string | null
	discountPercent: number
	/** Within thirty days; only with a discount. */
	lowestPrice?: string | null
	/** Of a Standoff pack; 0 for the rest. */
	gold: number
}

/** A game as the order form needs it. */
export interface OrderGame {
	id: number
	title: string
	detailTitle: string
	detailDescription: string
	logo: string | null
	isActive: boolean
	isAuthRequired: boolean
	productPreviewName: string
	idHint: string
	resourcetype: GameDetail['resourcetype']
	products: OrderProduct[]
	isServerNeeded: boolean
	/** Empty: the buyer types the server. */
	servers: Array<{ id: number; name: string }>
}

export interface SteamTerms {
	/** Percent of the amount. */
	commission: string
	minAmount: string
	maxAmount: string
}

export interface StandoffTerms {
	skinName: string
	skinPicture: string | null
	/** A fraction. */
	marketFee: string
}

/** Terms of the kind of game; null when it has none or they could not be loaded. */
export interface Settings {
	steam: SteamTerms | null
	standoff: StandoffTerms | null
}
