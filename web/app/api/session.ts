// Who the browser is signed in as. The access token is in a cookie this file writes; the refresh token is in another
// that the API writes and no script can read. The page server never reads either: pages are the same for everybody, and
// what belongs to one person is fetched after the page has come alive.

/** document.cookie, or a stand-in. */
export interface Jar {
	cookie: string
}

export const accessCookie = 'access'
export const refreshAttempts = 5
const lifetime = 30 * 24 * 60 * 60
/** As long as the API lets somebody link services or change their address after a sign-in; a minute for the way. */
const freshFor = 9 * 60_000

export type Renewal = { access: string } | { status: number }

/** `left`: the person wanted it; `over`: the server does not know the session any more. */
export type Why = 'left' | 'over'

/** Lets one at a time through, in all tabs of the browser, so that they share one trade. */
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

	/** Whether the person has signed in so lately that the API will not ask them to do it again. */
	isFresh(now: number): boolean {
		const at = signedInAt(this.access)
		return at !== undefined && now - at < freshFor
	}

	signIn({ access }: { access: string }): void {
		this.#write(accessCookie, access, lifetime)
	}

	/** Forgets the token, then lets everybody forget what they kept for the person. */
	signOut(why: Why = 'left'): void {
		this.#write(accessCookie, '', 0)
		for (const leave of this.#leave) leave(why)
	}

	onSignOut(leave: (why: Why) => void): void {
		this.#leave.push(leave)
	}

	/**
	 * Has the refresh token traded for a new pair; calls at the same time share one trade. `used` is the access token
	 * that was refused: if there is another by now, somebody has traded already, here or in another tab.
	 */
	renew(used: string | undefined, trade: () => Promise<Renewal>): Promise<boolean> {
		this.#renewing ??= this.#lock(async () => {
			if (this.access && this.access !== used) return true
			return this.#renew(trade)
		}).finally(() => {
			this.#renewing = undefined
		})
		return this.#renewing
	}

	async #renew(trade: () => Promise<Renewal>): Promise<boolean> {
		for (let attempt = 0; attempt < refreshAttempts; attempt++) {
			// Signed out meanwhile.
			if (!this.access) return false
			const result = await trade()
			if ('access' in result) {
				this.signIn(result)
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

/** What an access token says of the last sign-in, in milliseconds. Only the API's word counts; this spares a question. */
function signedInAt(token = ''): number | undefined {
	try {
		const body = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
		const at: unknown = JSON.parse(atob(body)).auth_time
		return typeof at === 'number' ? at * 1_000 : undefined
	} catch {
		return undefined
	}
}
