import type { CatalogGameRow, CatalogOffer, CatalogProduct } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { sumText } from '~/common/Sum.tsx'
import type { Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

const kinds = {
	supply: m['catalog.kind_supply'],
	pubg: m['catalog.kind_pubg'],
	standoff: m['catalog.kind_standoff'],
	steam: m['catalog.kind_steam'],
	game: m['catalog.kind_game'],
}

export const kindName = (kind: string) => messageByKey(kinds, kind)
/** Kinds a new game can have; the others are set up once and for all. */
export const newKinds = (['supply', 'pubg'] as const).map((value) => ({ value, label: kindName(value) }))

export const reasons = () => [
	{ code: 'assortment', label: m['reason.assortment']() },
	{ code: 'season', label: m['reason.season']() },
	{ code: 'mistake_found', label: m['reason.mistake_found']() },
	{ code: 'other', label: m['reason.other']() },
]

export function gameState({ isActive, onSale }: Pick<CatalogGameRow, 'isActive' | 'onSale'>): [Tone, string] {
	if (!isActive) return ['plain', m['catalog.hidden']()]
	return onSale === 0 ? ['bad', m['catalog.nothing_sold']()] : ['good', m['catalog.shown']()]
}

export function productState({ fields, isAvailable }: CatalogProduct): [Tone, string] {
	if (!fields.isActive) return ['plain', m['catalog.product_hidden']()]
	return isAvailable ? ['good', m['catalog.on_sale']()] : ['soon', m['catalog.not_delivered']()]
}

/** Why an offer is not used, the first thing to fix. */
export function offerState(offer: CatalogOffer): [Tone, string] {
	if (offer.isOff) return ['bad', m['catalog.offer_off']()]
	if (!offer.isActive) return ['plain', m['catalog.offer_unused']()]
	if (offer.syncedAt === null && offer.supplier !== 'operator') return ['note', m['catalog.offer_checking']()]
	if (!offer.inStock) return ['bad', m['catalog.offer_unknown']()]
	if (offer.askedCost) return ['soon', m['catalog.offer_asks']({ cost: sumText(offer.askedCost, offer.costCurrency) })]
	return ['good', m['catalog.offer_works']()]
}
