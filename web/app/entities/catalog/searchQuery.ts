import { ResponseError } from '~/api/errors.ts'

/** The longest text the search box lets through. */
const longest = 100

export function queryOf(text: string | null): string {
	return (text ?? '').replace(/\s+/g, ' ').trim().slice(0, longest)
}

/** Games are not indexed by the sizes of their packs: "660 uc" is searched as "uc". */
export function gameQuery(query: string): string {
	const words = query.split(' ').filter((word) => !/^\d+$/.test(word))
	return words.join(' ') || query
}

interface Titled {
	title: string
	isActive: boolean
}

/** Packs on sale, those whose size was asked for first. */
export function pickProducts<P extends Titled>(packs: P[], query: string, count: number): P[] {
	const sizes = query.split(' ').filter((word) => /^\d+$/.test(word))
	const asked = (pack: P) => sizes.filter((size) => pack.title.split(/\D+/).includes(size)).length
	return packs
		.filter((pack) => pack.isActive)
		.sort((a, b) => asked(b) - asked(a))
		.slice(0, count)
}

/** A query the server refuses has found nothing; any other failure is rethrown. */
export function nothingIf4xx(error: unknown): { results: []; next: null } | null {
	return error instanceof ResponseError && error.status >= 400 && error.status < 500
		? { results: [], next: null }
		: null
}
