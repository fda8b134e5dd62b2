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

export class Session {
	#jar: Jar
	#secure: boolean
	#renewing: Promise<boolean> | undefined
	#leave: Array<() => void> = []

	constructor(jar: Jar, secure: boolean) {
		this.#jar = jar
		this.#secure = secure
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
	signOut(): void {
		this.#write(accessCookie, '', 0)
		this.#write(refreshCookie, '', 0)
		for (const leave of this.#leave) leave()
	}

	onSignOut(leave: () => void): void {
		this.#leave.push(leave)
	}

	/** Trades the refresh token for a new pair; calls at the same time share one trade. */
	renew(trade: (refresh: string) => Promise<Renewal>): Promise<boolean> {
		this.#renewing ??= this.#renew(trade).finally(() => {
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
			if (result.status === 400) {
				this.signOut()
				return false
			}
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
