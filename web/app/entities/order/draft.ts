// What the buyer has typed into the order form. Kept for the tab, so that a reload loses nothing; the amounts of packs
// live in the cart.
import type { Amounts } from '~/entities/cart/cart.ts'

const names = [
	'email',
	'supplyUserId',
	'server',
	'serverCustom',
	'gameAccountId',
	'gameAvatar',
	'historyOrderId',
	'steamAccountId',
	'steamAmount',
	'promo',
] as const

export type DraftField = (typeof names)[number]
export type Draft = Partial<Record<DraftField, string>>

/** The e-mail is the same whatever the game. */
const sharedKey = 'larek.draft'
const keyOf = (gameId: number) => `${sharedKey}.${gameId}`

export function readDraft(gameId: number, storage: () => Storage = () => sessionStorage): Draft {
	try {
		return {
			...parseDraft(storage().getItem(keyOf(gameId))),
			email: parseDraft(storage().getItem(sharedKey)).email ?? '',
		}
	} catch {
		return {} // storage is switched off
	}
}

export function saveDraft(gameId: number, draft: Draft, storage: () => Storage = () => sessionStorage): void {
	try {
		const { email, ...rest } = draft
		storage().setItem(sharedKey, JSON.stringify({ email }))
		storage().setItem(keyOf(gameId), JSON.stringify(rest))
	} catch {
		// as above, or a picture too big for it
	}
}

/** Anything but the expected shape is dropped: storage belongs to the visitor. */
export function parseDraft(text: string | null): Draft {
	let saved: unknown
	try {
		saved = JSON.parse(text ?? '{}')
	} catch {
		return {}
	}
	const draft: Draft = {}
	if (saved === null || typeof saved !== 'object') return draft
	for (const name of names) {
		const value = (saved as Record<string, unknown>)[name]
		if (typeof value === 'string') draft[name] = value
	}
	return draft
}

export const amountName = (productId: number) => `amount-${productId}`

/** A form sent without scripts. */
export function draftOf(form: FormData): { draft: Draft; amounts: Amounts } {
	const draft: Draft = {}
	for (const name of names) {
		const value = form.get(name)
		if (typeof value === 'string') draft[name] = value
		else if (value && value.size > 0) draft[name] = value.name
	}
	const amounts: Amounts = {}
	for (const [name, value] of form) {
		const id = /^amount-(\d+)$/.exec(name)?.[1]
		if (id && Number(value) > 0) amounts[Number(id)] = Number(value)
	}
	return { draft, amounts }
}
