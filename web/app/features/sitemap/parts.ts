import type { GiftRegion } from '@larek/api/store/types.gen.ts'

const regions = Object.keys({
	asia: 1,
	ch: 1,
	cis: 1,
	eu: 1,
	kr: 1,
	latam: 1,
	middle_east: 1,
	pl: 1,
	row: 1,
	ru: 1,
	ru_cis: 1,
	tr: 1,
	us: 1,
	world: 1,
} satisfies Record<GiftRegion, 1>) as GiftRegion[]

/** Gifts are many, and no list of the API is walked past its 2500th row, so each region has a map of its own. */
export const giftParts = new Map(regions.map((region) => [`gifts-${region.replace('_', '-')}`, region]))

/** The maps, `/sitemap-{part}.xml` each. */
export const parts = ['pages', 'games', 'products', ...giftParts.keys()]
