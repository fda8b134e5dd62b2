import type { GiftRegion, GiftType } from '@larek/api/store/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { m } from '~/paraglide/messages.js'

const types: Record<GiftType, () => string> = {
	dlc: m['gift.type.dlc'],
	edition: m['gift.type.edition'],
	game: m['gift.type.game'],
}

/** Many of a type, for lists. */
export const typeNames: Record<GiftType, () => string> = {
	dlc: m['gifts_page.types.dlc'],
	edition: m['gifts_page.types.edition'],
	game: m['gifts_page.types.game'],
}

const regions: Record<GiftRegion, () => string> = {
	asia: m['gift.region.asia'],
	ch: m['gift.region.ch'],
	cis: m['gift.region.cis'],
	eu: m['gift.region.eu'],
	kr: m['gift.region.kr'],
	latam: m['gift.region.latam'],
	middle_east: m['gift.region.middle_east'],
	pl: m['gift.region.pl'],
	row: m['gift.region.row'],
	ru: m['gift.region.ru'],
	ru_cis: m['gift.region.ru_cis'],
	tr: m['gift.region.tr'],
	us: m['gift.region.us'],
	world: m['gift.region.world'],
}

export function typeName(type: GiftType): string {
	return messageByKey(types, type)
}

export function regionName(region: GiftRegion): string {
	return messageByKey(regions, region)
}

/** Where the key works, as a receipt says it. */
export function activation(region: GiftRegion): string {
	return m['gift_page.receipt_region']({ region: regionName(region) })
}

const notes: Record<GiftRegion, () => string> = {
	asia: m['region_note.asia'],
	ch: m['region_note.ch'],
	cis: m['region_note.cis'],
	eu: m['region_note.eu'],
	kr: m['region_note.kr'],
	latam: m['region_note.latam'],
	middle_east: m['region_note.middle_east'],
	pl: m['region_note.pl'],
	row: m['region_note.row'],
	ru: m['region_note.ru'],
	ru_cis: m['region_note.ru_cis'],
	tr: m['region_note.tr'],
	us: m['region_note.us'],
	world: m['region_note.world'],
}

/** Where a key works and where it will be refused. For a region this build does not know nothing is promised. */
export function regionNote(region: GiftRegion): string {
	return (notes[region] ?? m['region_note.unknown'])()
}
