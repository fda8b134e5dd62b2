// The form of a banner and its request body. Names are those of the request: refusals name fields by them.

import type { BannerPlace, BannerRow, BannerSave } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { m } from '~/paraglide/messages.js'

const needed = z.string().check(z.trim(), z.minLength(1, m['content.error_empty']()))

const picture = z.string().check(z.minLength(1, m['content.error_picture']()))

export const bannerSchema = z.object({
	title: needed.check(z.maxLength(100)),
	description: needed.check(z.maxLength(300)),
	background_desktop: picture,
	background_tablet: picture,
	background_mobile: picture,
	foreground_desktop: picture,
	foreground_tablet: picture,
	foreground_mobile: picture,
	game_id: z.string(),
	gift_id: z.string().check(z.trim(), z.regex(/^(\d{1,9})?$/, m['content.error_gift']())),
	shown_from: z.string(),
	shown_until: z.string(),
	is_active: z.boolean(),
})
export type BannerValues = z.infer<typeof bannerSchema>

/** A time of the form, in the operator's time zone, as it is sent. */
const sent = (text: string) => (text ? new Date(text).toISOString() : null)
/** A sent time as the form shows it. */
function shown(iso: string | null | undefined): string {
	if (!iso) return ''
	const time = new Date(iso)
	return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

/** The pictures of a banner, by the fields they are in. */
export const picturesOf = (row: BannerRow | undefined) => ({
	background_desktop: row?.backgroundDesktop ?? '',
	background_tablet: row?.backgroundTablet ?? '',
	background_mobile: row?.backgroundMobile ?? '',
	foreground_desktop: row?.foregroundDesktop ?? '',
	foreground_tablet: row?.foregroundTablet ?? '',
	foreground_mobile: row?.foregroundMobile ?? '',
})

export const bannerValues = (row: BannerRow | undefined): BannerValues => ({
	...picturesOf(row),
	title: row?.title ?? '',
	description: row?.description ?? '',
	game_id: row?.gameId ? String(row.gameId) : '',
	gift_id: row?.giftId ? String(row.giftId) : '',
	shown_from: shown(row?.shownFrom),
	shown_until: shown(row?.shownUntil),
	is_active: row?.isActive ?? true,
})

export function bannerBody(
	values: BannerValues,
	{ place, row }: { place: BannerPlace; row: BannerRow | undefined },
): Omit<BannerSave, 'reason' | 'version'> {
	return {
		backgroundDesktop: values.background_desktop,
		backgroundTablet: values.background_tablet,
		backgroundMobile: values.background_mobile,
		foregroundDesktop: values.foreground_desktop,
		foregroundTablet: values.foreground_tablet,
		foregroundMobile: values.foreground_mobile,
		id: row?.id ?? null,
		place,
		title: values.title,
		description: values.description,
		gameId: place === 'games' && values.game_id ? Number(values.game_id) : null,
		giftId: place === 'gifts' && values.gift_id ? Number(values.gift_id) : null,
		shownFrom: values.shown_from === shown(row?.shownFrom) ? (row?.shownFrom ?? null) : sent(values.shown_from),
		shownUntil: values.shown_until === shown(row?.shownUntil) ? (row?.shownUntil ?? null) : sent(values.shown_until),
		isActive: values.is_active,
	}
}
