// An order page that is open stays as it is while the shop cannot be reached: a payment must not end in an error page.
import { useState } from 'react'
import { m } from '~/paraglide/messages.js'

/** A timeout (408) and too many requests (429) say nothing about the order. */
const temporary = [408, 429]

/** Null when the shop did not answer; redirects and refusals go on as they are. */
export async function nullIfUnreachable<T>(load: () => Promise<T>): Promise<T | null> {
	try {
		return await load()
	} catch (error) {
		if (error instanceof Response) throw error
		const status = (error as { init?: { status?: number } | null } | null)?.init?.status ?? 0
		if (status >= 400 && status < 500 && !temporary.includes(status)) throw error
		return null
	}
}

/** Sends a form of an order's page; if the shop does not answer, the result says so. */
export async function orNoAnswer<T>(submit: () => Promise<T>): Promise<T | { failed: string }> {
	try {
		return await submit()
	} catch {
		return { failed: m['connection.no_answer']() }
	}
}

/** The last response; null if there was none. */
export function useLastKnown<T>(loaded: T | null): T | null {
	const [known, setKnown] = useState(loaded)
	if (loaded !== null && loaded !== known) setKnown(loaded)
	return loaded ?? known
}
