// The form of a banner and its request body.

import type { BannerPlace, BannerRow, BannerSave } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { sentTime, shownTime } from '~/common/formTime.ts'
import { m } from '~/paraglide/messages.js'

const needed = z.string().check(z.trim(), z.minLength(1, m['content.error_empty']()))

const picture = z.string().check(z.minLength(1, m['content.error_picture']()))

export const bannerSchema = z.object({
	title: needed.check(z.maxLength(100)),
	description: needed.check(z.maxLength(300)),
	backgroundDesktop: picture,
	backgroundTablet: picture,
	backgroundMobile: picture,
	foregroundDesktop: picture,
	foregroundTablet: picture,
	foregroundMobile: picture,
	gameId: z.string(),
	giftId: z.string().check(z.trim(), z.regex(/^(\d{1,9})?$/, m['content.error_gift']())),
	shownFrom: z.string(),
	shownUntil: z.string(),
	isActive: z.boolean(),
})
export type BannerValues = z.infer<typeof bannerSchema>

/** The pictures of a banner, by the fields they are in. */
export const picturesOf = (row: BannerRow | undefined) => ({
	backgroundDesktop: row?.backgroundDesktop ?? '',
	backgroundTablet: row?.backgroundTablet ?? '',
	backgroundMobile: row?.backgroundMobile ?? '',
	foregroundDesktop: row?.foregroundDesktop ?? '',
	foregroundTablet: row?.foregroundTablet ?? '',
	foregroundMobile: row?.foregroundMobile ?? '',
})

export const bannerValues = (row: BannerRow | undefined): BannerValues => ({
	...picturesOf(row),
	title: row?.title ?? '',
	description: row?.description ?? '',
	gameId: row?.gameId ? String(row.gameId) : '',
	giftId: row?.giftId ? String(row.giftId) : '',
	shownFrom: shownTime(row?.shownFrom),
	shownUntil: shownTime(row?.shownUntil),
	isActive: row?.isActive ?? true,
})

export function bannerBody(
	values: BannerValues,
	{ place, row }: { place: BannerPlace; row: BannerRow | undefined },
): Omit<BannerSave, 'reason' | 'version'> {
	return {
		...values,
		id: row?.id ?? null,
		place,
		gameId: place === 'games' && values.gameId ? Number(values.gameId) : null,
		giftId: place === 'gifts' && values.giftId ? Number(values.giftId) : null,
		shownFrom: values.shownFrom === shownTime(row?.shownFrom) ? (row?.shownFrom ?? null) : sentTime(values.shownFrom),
		shownUntil:
			values.shownUntil === shownTime(row?.shownUntil) ? (row?.shownUntil ?? null) : sentTime(values.shownUntil),
	}
}
