// How long a thing has waited and how long it may still wait, as words and as one of three urgencies.

export type Urgency = 'calm' | 'soon' | 'late'

const nbsp = '\u00a0'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** The part of the time after which a deadline is shown as near. */
const usedBeforeSoon = 0.3

/** How urgent something is that began at `since` and has to end by `due`. */
export function urgencyOf(since: Date, due: Date, now: Date): Urgency {
	if (now >= due) return 'late'
	const whole = due.getTime() - since.getTime()
	const used = now.getTime() - since.getTime()
	return whole > 0 && used / whole < usedBeforeSoon ? 'calm' : 'soon'
}

/** The used part of the time, between 0 and 1. */
export function usedPart(since: Date, due: Date, now: Date): number {
	const whole = due.getTime() - since.getTime()
	if (whole <= 0) return 1
	return Math.min(1, Math.max(0, (now.getTime() - since.getTime()) / whole))
}

/** «40 с», «12 мин», «1 ч 04 мин», «14 ч», «3 д»: the two largest units that still say something. */
export function span(milliseconds: number): string {
	const size = Math.max(0, milliseconds)
	if (size < minute) return `${Math.floor(size / 1000)}${nbsp}с`
	if (size < hour) return `${Math.floor(size / minute)}${nbsp}мин`
	if (size >= 3 * day) return `${Math.floor(size / day)}${nbsp}д`
	const hours = Math.floor(size / hour)
	const minutes = Math.floor((size % hour) / minute)
	if (hours >= 12 || minutes === 0) return `${hours}${nbsp}ч`
	return `${hours}${nbsp}ч${nbsp}${String(minutes).padStart(2, '0')}${nbsp}мин`
}

/** What is left until the deadline, or by how much it has passed. */
export function timeLeft(due: Date, now: Date): { isLate: boolean; text: string } {
	const left = due.getTime() - now.getTime()
	return { isLate: left <= 0, text: span(Math.abs(left)) }
}
