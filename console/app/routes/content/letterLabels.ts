import type { LetterName, LetterPlace, LetterSampleName } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { m } from '~/paraglide/messages.js'

const kinds: Record<LetterName, () => string> = {
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

/** Which placeholders may stand in a text, and which must. */
export function wordsHint({ words, needed }: Pick<LetterPlace, 'words' | 'needed'>): string {
	if (words.length === 0) return m['letters.no_words']()
	const list = inBraces(words)
	return needed.length > 0
		? m['letters.words_needed']({ list, needed: inBraces(needed) })
		: m['letters.words']({ list })
}
