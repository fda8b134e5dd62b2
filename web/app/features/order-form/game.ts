import type { GameDetail, Product, ServerOption, StandoffSettings, SteamSettings } from '@larek/api/store/types.gen.ts'

// What the order form needs of the contract. A field of a product that is added here reaches the form; one of a game
// always does.
export const productFields = [
	'id',
	'title',
	'price',
	'picture',
	'minQuantity',
	'maxQuantity',
	'isActive',
	'discountPrice',
	'discountPercent',
	'lowestPrice',
] as const satisfies (keyof Product)[]

export const steamFields = ['commission', 'minAmount', 'maxAmount'] as const satisfies (keyof SteamSettings)[]

export const standoffFields = ['skinName', 'skinPicture', 'marketFee'] as const satisfies (keyof StandoffSettings)[]

export interface OrderProduct extends Pick<Product, (typeof productFields)[number]> {
	/** Of a Standoff pack; 0 for the rest. */
	gold: number
}

/** A game as the order form needs it. */
export interface OrderGame
	extends Omit<GameDetail, 'created' | 'discountPercent' | 'priceFrom' | 'productPreviewIcon' | 'tags' | 'products'> {
	products: OrderProduct[]
	isServerNeeded: boolean
	/** Empty: the buyer types the server. */
	servers: Pick<ServerOption, 'id' | 'name'>[]
}

export type SteamTerms = Pick<SteamSettings, (typeof steamFields)[number]>
export type StandoffTerms = Pick<StandoffSettings, (typeof standoffFields)[number]>

/** Terms of the kind of game; null when it has none or they could not be loaded. */
export interface Settings {
	steam: SteamTerms | null
	standoff: StandoffTerms | null
}
