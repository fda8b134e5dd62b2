// What somebody left the shop for, kept in the tab until the provider sends them back.

export interface Errand {
	provider: string
	/** Sign in, or link the provider to the account that is signed in. */
	kind: 'enter' | 'bind'
	/** The page to go on with. */
	back: string
}

const key = 'larek.errand'

export function keepErrand(errand: Errand): void {
	try {
		sessionStorage.setItem(key, JSON.stringify(errand))
	} catch {
		// storage is switched off: the buyer comes back to the home page
	}
}

/** The errand of this provider, once. Storage belongs to the visitor, so nothing in it leads out of the shop. */
export function takeErrand(provider: string): Errand {
	let kept: Partial<Errand> | null = null
	try {
		kept = JSON.parse(sessionStorage.getItem(key) ?? 'null')
		sessionStorage.removeItem(key)
	} catch {
		// as above, or not ours
	}
	if (kept?.provider !== provider) return { provider, kind: 'enter', back: '/ru' }
	return { provider, kind: kept.kind === 'bind' ? 'bind' : 'enter', back: insideShop(kept.back) }
}

export function insideShop(path: unknown): string {
	return typeof path === 'string' && /^\/ru(?![^/?#])[^\\]*$/.test(path) ? path : '/ru'
}
