// What the buyer has typed into the order form. Stored for the tab, so that a reload loses nothing; the amounts of
// packs are in the cart.
import type { Amounts } from '~/entities/cart/cart.ts'
import { parseStoredObject } from '~/lib/storedObject.ts'

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
	'steamWallet',
	'promo',
] as const

export type DraftField = (typeof names)[number]
export type Draft = Partial<Record<DraftField, string>>

/** The email is the same whatever the game. */
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

/** Anything but the expected shape is dropped. */
export function parseDraft(text: string | null): Draft {
	const saved = parseStoredObject(text)
	const draft: Draft = {}
	for (const name of names) {
		const value = saved[name]
		if (typeof value === 'string') draft[name] = value
	}
	return draft
}

/** Sums to choose from instead of typing one. */
export const quickAmountName = 'steamQuick'

export const amountName = (productId: number) => `amount-${productId}`

/** A form as it was sent. */
export function draftOf(form: FormData): { draft: Draft; amounts: Amounts } {
	const draft: Draft = {}
	for (const name of names) {
		const value = form.get(name)
		if (typeof value === 'string') draft[name] = value
		else if (value && value.size > 0) draft[name] = value.name
	}
	const quick = form.get(quickAmountName)
	if (!draft.steamAmount && typeof quick === 'string') draft.steamAmount = quick
	const amounts: Amounts = {}
	for (const [name, value] of form) {
		const id = /^amount-(\d+)$/.exec(name)?.[1]
		if (id && Number(value) > 0) amounts[Number(id)] = Number(value)
	}
	return { draft, amounts }
}
