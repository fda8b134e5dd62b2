/** Days of the shop begin at midnight in Moscow, which has no summer time. */
const midnight = 'T00:00:00+03:00'
const day = 86_400_000

/** Some days as requests have them: the last day is included, the request excludes its end. */
export function shopDays(from: string | undefined, to: string | undefined): { since?: string; until?: string } {
	const start = Date.parse(`${to}${midnight}`)
	return {
		since: from && `${from}${midnight}`,
		until: Number.isNaN(start) ? undefined : new Date(start + day).toISOString(),
	}
}
