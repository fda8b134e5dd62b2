export const pageSize = 20
/** The most the server gives at once. */
const most = 100

/** The first pages of the list, as much of them as one request brings. */
export function firstPortion(page: number) {
	return { limit: Math.min(most, page * pageSize), offset: 0 }
}

/** The requests for what is left. */
export function laterPortions(page: number) {
	const wanted = page * pageSize
	const count = Math.max(0, Math.ceil(wanted / most) - 1)
	return Array.from({ length: count }, (_, at) => {
		const offset = (at + 1) * most
		return { limit: Math.min(most, wanted - offset), offset }
	})
}

/** Whole percents of each mark, five stars first; a mark without reviews has its line too. */
export function shares(distribution: Array<{ stars: number; count: number }>) {
	const total = distribution.reduce((sum, { count }) => sum + count, 0)
	return [5, 4, 3, 2, 1].map((stars) => {
		const count = distribution.find((one) => one.stars === stars)?.count ?? 0
		return { stars, count, percent: total > 0 ? Math.round((count / total) * 100) : 0 }
	})
}
