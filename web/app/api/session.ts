// Who the browser is signed in as. The access token is in a cookie this file writes; the refresh token is in another
// that the API writes and no script can read. Pages are the same for all visitors, and what belongs to one user is
// fetched after hydration; only for a form sent without scripts the page server exchanges the refresh token.
import { exchangeRefreshToken, type Pause, pause, type RefreshResult } from './refreshToken.ts'

/** document.cookie, or a replacement in tests. */
export interface CookieStore {
	cookie: string
}

export const accessCookie = 'access'
const cookieMaxAge = 30 * 24 * 60 * 60
/** How long the API lets a user link services or change the address after a sign-in, less a minute for the way. */
const freshSignInPeriod = 9 * 60_000

/** `left`: the user signed out; `over`: the server no longer has the session. */
export type SignOutReason = 'left' | 'over'

/** Runs one at a time, in all tabs of the browser, so that they share one exchange. */
export type Lock = (work: () => Promise<boolean>) => Promise<boolean>

interface SessionOptions {
	secure: boolean
	lock?: Lock
	pause?: Pause
}

/** The cookie of an access token as it is written; no token removes it. */
export function accessCookieText(token: string, isSecure: boolean): string {
	const secure = isSecure ? '; Secure' : ''
	return `${accessCookie}=${encodeURIComponent(token)}; Path=/; Max-Age=${token ? cookieMaxAge : 0}; SameSite=Lax${secure}`
}

export class Session {
	#cookies: CookieStore
	#secure: boolean
	#lock: Lock
	#pause: Pause
	#renewing: Promise<boolean> | undefined
	#listeners: Array<(reason: SignOutReason) => void> = []

	constructor(cookies: CookieStore, { secure, lock = (work) => work(), pause: wait = pause }: SessionOptions) {
		this.#cookies = cookies
		this.#secure = secure
		this.#lock = lock
		this.#pause = wait
	}

	get access(): string | undefined {
		return readCookie(this.#cookies.cookie, accessCookie)
	}

	/** Reports whether the sign-in is so recent that the API will not require another one. */
	isFresh(now: number): boolean {
		const at = signedInAt(this.access)
		return at !== undefined && now - at < freshSignInPeriod
	}

	signIn({ access }: { access: string }): void {
		this.#cookies.cookie = accessCookieText(access, this.#secure)
	}

	/** Removes the token, then notifies the listeners, which clear what they stored for the user. */
	signOut(reason: SignOutReason = 'left'): void {
		this.#cookies.cookie = accessCookieText('', this.#secure)
		for (const listener of this.#listeners) listener(reason)
	}

	onSignOut(listener: (reason: SignOutReason) => void): void {
		this.#listeners.push(listener)
	}

	/**
	 * Exchanges the refresh token for a new pair; concurrent calls share one exchange. `used` is the access token that
	 * was refused: if there is another by now, it has been exchanged already, here or in another tab.
	 */
	renew(used: string | undefined, attempt: () => Promise<RefreshResult>): Promise<boolean> {
		this.#renewing ??= this.#lock(async () => {
			if (this.access && this.access !== used) return true
			return this.#renew(attempt)
		}).finally(() => {
			this.#renewing = undefined
		})
		return this.#renewing
	}

	async #renew(attempt: () => Promise<RefreshResult>): Promise<boolean> {
		// Signed out meanwhile, or by the answer itself.
		const isOver = () => !this.access
		if (isOver()) return false
		const result = await exchangeRefreshToken(attempt, this.#pause, isOver)
		if (isOver()) return false
		if ('access' in result) {
			this.signIn(result)
			return true
		}
		if (result.status === 400) this.signOut('over')
		return false
	}
}

export function readCookie(cookies: string, name: string): string | undefined {
	for (const part of cookies.split('; ')) {
		if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1)) || undefined
	}
	return undefined
}

/** The time of the last sign-in in an access token, in milliseconds. The API decides; this saves a request. */
function signedInAt(token = ''): number | undefined {
	try {
		const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
		const at: unknown = JSON.parse(atob(body)).auth_time
		return typeof at === 'number' ? at * 1_000 : undefined
	} catch {
		return undefined
	}
}
