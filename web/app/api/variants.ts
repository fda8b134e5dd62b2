import { UnknownVariantError } from './errors.ts'

const known = new Set([
	...['Game', 'PUBGGame', 'StandoffGame', 'Steam', 'SupplyGame'],
	...['PUBGProduct', 'StandoffProduct', 'SteamProduct', 'SupplyProduct'],
	...['MooGoldOrder', 'PUBGOrder', 'RokkyOrder', 'StandoffOrder', 'SteamOrder'],
	...['RokkyGift', 'PromoCode', 'GiftPromoCode'],
])

/** Throws when an object inside the response is of a kind that cannot be shown here. */
export function assertKnownVariant(value: Record<string, unknown>): void {
	if ('resourcetype' in value && !known.has(value.resourcetype as string)) {
		throw new UnknownVariantError(value.resourcetype)
	}
}

/** For the default branch of a switch over `resourcetype`. */
export function assertNever(value: never): never {
	throw new UnknownVariantError((value as { resourcetype?: unknown }).resourcetype)
}
