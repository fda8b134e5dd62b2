import { href } from 'react-router'
// Why the user left for a provider, stored in the tab until the provider redirects to the shop.

export interface SignInIntent {
	provider: string
	/** Sign in, or link the provider to the account that is signed in. */
	kind: 'enter' | 'bind'
	/** The page to go on with. */
	back: string
}

const key = 'larek.errand'

export function saveSignInIntent(intent: SignInIntent): void {
	try {
		sessionStorage.setItem(key, JSON.stringify(intent))
	} catch {
		// storage is switched off: the buyer returns to the home page
	}
}

/** Takes the intent of this provider, once. Visitors can edit storage, so nothing in it leads out of the shop. */
export function takeSignInIntent(provider: string): SignInIntent {
	let saved: Partial<SignInIntent> | null = null
	try {
		saved = JSON.parse(sessionStorage.getItem(key) ?? 'null')
		sessionStorage.removeItem(key)
	} catch {
		// as above, or not ours
	}
	if (saved?.provider !== provider) return { provider, kind: 'enter', back: href('/ru') }
	return { provider, kind: saved.kind === 'bind' ? 'bind' : 'enter', back: insideShop(saved.back) }
}

export function insideShop(path: unknown): string {
	return typeof path === 'string' && /^\/ru(?![^/?#])[^\\]*$/.test(path) ? path : href('/ru')
}
