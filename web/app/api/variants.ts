import { UnknownVariantError } from './errors.ts'

const known = new Set([
	...['Game', 'PUBGGame', 'StandoffGame', 'Steam', 'SupplyGame'],
	...['PUBGProduct', 'StandoffProduct', 'SteamProduct', 'SupplyProduct'],
	...['MooGoldOrder', 'PUBGOrder', 'RokkyOrder', 'StandoffOrder', 'SteamOrder'],
	...['RokkyGift', 'PromoCode', 'GiftPromoCode'],
])

/** Throws when anything inside the response is of a kind that cannot be shown here. */
export function assertKnownVariants(value: unknown): void {
	if (value === null || typeof value !== 'object') return
	if ('resourcetype' in value && !known.has(value.resourcetype as string)) {
		throw new UnknownVariantError(value.resourcetype)
	}
	for (const part of Object.values(value)) assertKnownVariants(part)
}

/** For the default branch of a switch over `resourcetype`. */
export function assertNever(value: never): never {
	throw new UnknownVariantError((value as { resourcetype?: unknown }).resourcetype)
}
