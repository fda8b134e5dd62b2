import { useSearchParams } from 'react-router'

const day = (at: Date) => at.toLocaleDateString('sv-SE', { timeZone: 'Europe/Moscow' })

/** Today in Moscow, as the server writes days. */
export const today = () => day(new Date())

/** The day that is some days after another. */
export function shift(from: string, days: number): string {
	const at = new Date(`${from}T12:00:00Z`)
	at.setUTCDate(at.getUTCDate() + days)
	return at.toISOString().slice(0, 10)
}

/** `2026-02` → `2026-02-28`. */
export function lastDay(month: string): string {
	const [year = 0, number = 1] = month.split('-').map(Number)
	return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
}

/** `2026-11-14` → `14.11.2026`. */
export const dayLabel = (text: string) => text.split('-').reverse().join('.')

const monthName = new Intl.DateTimeFormat('ru', { month: 'long', timeZone: 'UTC' })

/** `2026-10` → `октябрь 2026`. */
export const monthLabel = (text: string) => `${monthName.format(new Date(`${text}-15T12:00:00Z`))} ${text.slice(0, 4)}`

/** The period of a page from its address; the current month by default. */
export function useDays(): { since: string; until: string; set: (days: { since?: string; until?: string }) => void } {
	const [params, setParams] = useSearchParams()
	const until = params.get('until') ?? today()
	const since = params.get('since') ?? `${until.slice(0, 8)}01`
	return {
		since,
		until,
		set: (days) =>
			setParams((now) => {
				const next = new URLSearchParams(now)
				next.set('since', days.since ?? since)
				next.set('until', days.until ?? until)
				next.delete('cursor')
				return next
			}),
	}
}

/** Days of the shop begin at midnight in Moscow, which has no summer time. */
const midnight = 'T00:00:00+03:00'
const oneDay = 86_400_000

/** Converts a period to request parameters: the last day is included, while the request excludes its end. */
export function shopDays(from: string | undefined, to: string | undefined): { since?: string; until?: string } {
	const start = Date.parse(`${to}${midnight}`)
	return {
		since: from && `${from}${midnight}`,
		until: Number.isNaN(start) ? undefined : new Date(start + oneDay).toISOString(),
	}
}
