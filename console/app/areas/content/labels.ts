import type { BannerRow, LetterName, LetterPlace, LetterSampleName } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import type { Tone } from '~/kit/Pill.tsx'
import type { Reason } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'

export const reasons = (): Reason[] => [
	{ code: 'edit', label: m['content.reason_edit']() },
	{ code: 'mistake', label: m['content.reason_mistake']() },
	{ code: 'campaign', label: m['content.reason_campaign']() },
	{ code: 'law', label: m['content.reason_law']() },
	{ code: 'other', label: m['reason.other']() },
]

const states = {
	shown: m['content.banner_shown'],
	planned: m['content.banner_planned'],
	ended: m['content.banner_ended'],
	off: m['content.banner_off'],
	unsold: m['content.banner_unsold'],
}
const tones: Record<BannerRow['state'], Tone> = {
	shown: 'good',
	planned: 'note',
	ended: 'plain',
	off: 'plain',
	unsold: 'bad',
}
export const bannerState = (state: BannerRow['state']) => messageByKey(states, state)
export const bannerTone = (state: BannerRow['state']): Tone => tones[state]

/** When a banner is shown, or nothing if it always is. */
export function bannerTerm({ shownFrom, shownUntil }: BannerRow): string | undefined {
	if (!shownFrom && !shownUntil) return undefined
	const side = (at: string | null) => (at ? dayAndTime(new Date(at)) : m['content.always']())
	return m['content.term']({ from: side(shownFrom), until: side(shownUntil) })
}

const kinds: Record<LetterName, () => string> = {
	payment_short: m['letter.payment_short'],
	payment_declined: m['letter.payment_declined'],
	payment_expired: m['letter.payment_expired'],
	payment_late: m['letter.payment_late'],
	paid: m['letter.paid'],
	delivered: m['letter.delivered'],
	details_needed: m['letter.details_needed'],
	details_reminder: m['letter.details_reminder'],
	refunded: m['letter.refunded'],
	order_link: m['letter.order_link'],
	confirm: m['letters.confirm'],
	changing: m['letters.changing'],
	changed: m['letters.changed'],
	proof: m['letters.proof'],
}
export const letterName = (kind: LetterName) => messageByKey(kinds, kind)
export const isLetter = (kind: string): kind is LetterName => kind in kinds

const places: Record<string, () => string> = {
	subject: m['letters.place_subject'],
	lead: m['letters.place_lead'],
	partial_subject: m['letters.place_partial_subject'],
	partial_lead: m['letters.place_partial_lead'],
	deadline: m['letters.place_deadline'],
	to_balance: m['letters.place_to_balance'],
	to_method: m['letters.place_to_method'],
}
export const placeName = (name: string) => places[name]?.() ?? name

const samples: Record<LetterSampleName, () => string> = {
	usual: m['letters.sample_usual'],
	partial: m['letters.sample_partial'],
	to_balance: m['letters.sample_to_balance'],
}
export const sampleName = (name: LetterSampleName) => messageByKey(samples, name)

const inBraces = (words: string[]) => words.map((word) => `{${word}}`).join(', ')

/** Allowed and required placeholders of a text. */
export function wordsHint({ words, needed }: Pick<LetterPlace, 'words' | 'needed'>): string {
	if (words.length === 0) return m['letters.no_words']()
	const list = inBraces(words)
	return needed.length > 0
		? m['letters.words_needed']({ list, needed: inBraces(needed) })
		: m['letters.words']({ list })
}
