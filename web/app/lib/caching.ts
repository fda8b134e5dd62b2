import { data, type HeadersArgs } from 'react-router'

/** For pages that are the same for all visitors of one market; the edge caches them, browsers revalidate. */
export const sharedPage = 'public, max-age=0, s-maxage=60, stale-while-revalidate=600, stale-if-error=86400'
export const privatePage = 'private, no-store'

/** Parts of the shop's data whose change the API announces to the edge, which then drops every page marked with them. */
export type Scope = 'catalog' | 'content' | 'payment' | 'feedback' | 'brand'
const everything: Scope[] = ['catalog', 'content', 'payment', 'feedback']

/**
 * Wraps what a loader returns so that the page may be cached. Name the scopes the page is made of if they are fewer
 * than all; `payment`, where the currency comes from, and `brand` are in every page.
 */
export function shared<T>(value: T, scopes: Scope[] = everything) {
	const tags = [...new Set<Scope>([...scopes, 'payment', 'brand'])].join(' ')
	return data(value, { headers: { 'Cache-Control': sharedPage, xkey: tags } })
}

/** Every page exports this as `headers`: React Router sends none of a loader's headers by itself. */
export function pageHeaders({ loaderHeaders, errorHeaders }: HeadersArgs): HeadersInit {
	// An error is never cached: the next request may succeed.
	if (errorHeaders) return { 'Cache-Control': privatePage }
	const tags = loaderHeaders.get('xkey')
	return { 'Cache-Control': loaderHeaders.get('Cache-Control') ?? privatePage, ...(tags && { xkey: tags }) }
}
