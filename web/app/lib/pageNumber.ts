/** A positive whole number as written in an address, or nothing: `07`, `+7`, `7.0` and `0` are other addresses. */
export function positive(text: string | undefined): number | undefined {
	return text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
}

/** The page an address asks for: the first one when it names none. */
export function pageOf(text: string | undefined | null): number | undefined {
	return text === undefined || text === null ? 1 : positive(text)
}

/** An empty list still has its first page. */
export function lastPage(count: number, size: number): number {
	return Math.max(1, Math.ceil(count / size))
}

/** The numbers to link to: the ends, the neighbours of the current page, and null where numbers are left out. */
export function pageLinks(page: number, last: number): Array<number | null> {
	const near = [1, page - 1, page, page + 1, last].filter((n) => n >= 1 && n <= last)
	const shown = [...new Set(near)].sort((a, b) => a - b)
	return shown.flatMap((n, at) => {
		const gap = n - (shown[at - 1] ?? 0)
		// A gap of one number is no shorter than the number itself.
		return gap === 2 ? [n - 1, n] : gap > 2 ? [null, n] : [n]
	})
}
