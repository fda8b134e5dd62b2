// Who the browser is signed in as: a pair of tokens in two cookies. The server never reads them: pages are the same
// for everybody, and what belongs to one person is fetched after the page has come alive.

export interface Tokens {
	access: string
	refresh: string
}

/** document.cookie, or a stand-in. */
export interface Jar {
	cookie: string
}

export const accessCookie = 'access'
export const refreshCookie = 'refresh'
export const refreshAttempts = 5
const lifetime = 30 * 24 * 60 * 60

export type Renewal = { tokens: Tokens } | { status: number }

/** `left`: the person wanted it; `over`: the server does not know the session any more. */
export type Why = 'left' | 'over'

/** Lets one at a time through, in all tabs of the browser: a refresh token that is used twice counts as stolen. */
export type Lock = (work: () => Promise<boolean>) => Promise<boolean>

interface Making {
	secure: boolean
	lock?: Lock
}

export class Session {
	#jar: Jar
	#secure: boolean
	#lock: Lock
	#renewing: Promise<boolean> | undefined
	#leave: Array<(why: Why) => void> = []

	constructor(jar: Jar, { secure, lock = (work) => work() }: Making) {
		this.#jar = jar
		this.#secure = secure
		this.#lock = lock
	}

	get access(): string | undefined {
		return readCookie(this.#jar.cookie, accessCookie)
	}

	get refresh(): string | undefined {
		return readCookie(this.#jar.cookie, refreshCookie)
	}

	signIn(tokens: Tokens): void {
		this.#write(accessCookie, tokens.access, lifetime)
		this.#write(refreshCookie, tokens.refresh, lifetime)
	}

	/** Forgets both tokens, then lets everybody forget what they kept for the person. */
	signOut(why: Why = 'left'): void {
		this.#write(accessCookie, '', 0)
		this.#write(refreshCookie, '', 0)
		for (const leave of this.#leave) leave(why)
	}

	onSignOut(leave: (why: Why) => void): void {
		this.#leave.push(leave)
	}

	/**
	 * Trades the refresh token for a new pair; calls at the same time share one trade. `used` is the access token that
	 * was refused: if there is another by now, somebody has traded already, here or in another tab.
	 */
	renew(used: string | undefined, trade: (refresh: string) => Promise<Renewal>): Promise<boolean> {
		this.#renewing ??= this.#lock(async () => {
			if (this.access && this.access !== used) return true
			return this.#renew(trade)
		}).finally(() => {
			this.#renewing = undefined
		})
		return this.#renewing
	}

	async #renew(trade: (refresh: string) => Promise<Renewal>): Promise<boolean> {
		for (let attempt = 0; attempt < refreshAttempts; attempt++) {
			const token = this.refresh
			if (!token) return false
			const result = await trade(token)
			if ('tokens' in result) {
				this.signIn(result.tokens)
				return true
			}
			if (result.status === 400) this.signOut('over')
			// Only a server that failed may know better the next time.
			if (result.status < 500 && result.status !== 408) return false
		}
		return false
	}

	#write(name: string, value: string, maxAge: number): void {
		const secure = this.#secure ? '; Secure' : ''
		this.#jar.cookie = `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; SameSite=Lax${secure}`
	}
}

export function readCookie(cookies: string, name: string): string | undefined {
	for (const part of cookies.split('; ')) {
		if (part.startsWith(`${name}=`)) return decodeURIComponent(part.slice(name.length + 1)) || undefined
	}
	return undefined
}
