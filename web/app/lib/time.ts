import { plural } from './plural.ts'

const nbsp = '\u00a0'
const minute = 60
const hour = 60 * minute
const day = 24 * hour

/** «12 с назад», «5 мин назад», «3 ч назад», «вчера», «4 дня назад», «15 ноября». */
export function ago(at: Date, now: Date): string {
	const seconds = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000))
	if (seconds < 5) return 'только что'
	if (seconds < minute) return `${seconds}${nbsp}с назад`
	if (seconds < hour) return `${Math.floor(seconds / minute)}${nbsp}мин назад`
	if (seconds < day) return `${Math.floor(seconds / hour)}${nbsp}ч назад`
	const days = Math.floor(seconds / day)
	if (days === 1) return 'вчера'
	if (days < 7) return `${days}${nbsp}${plural(days, 'день', 'дня', 'дней')} назад`
	return dateOnly(at, at.getFullYear() !== now.getFullYear())
}

/** «15 ноября 2026, 13:30», in Moscow time unless the reader's own zone is asked for. */
export function exactTime(at: Date, zone: string | undefined = moscow): string {
	const date = new Intl.DateTimeFormat('ru', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' })
	const time = new Intl.DateTimeFormat('ru', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
	const year = date.format(at).replace(/\s*г\.$/, '')
	return `${year}, ${time.format(at)}${zone === moscow ? `${nbsp}МСК` : ''}`
}

/** «15 ноября, 13:30», in Moscow time unless the reader's own zone is asked for. */
export function dayAndTime(at: Date, zone: string = moscow): string {
	const day = new Intl.DateTimeFormat('ru', { timeZone: zone, day: 'numeric', month: 'long' }).format(at)
	return `${day}, ${new Intl.DateTimeFormat('ru', { timeZone: zone, timeStyle: 'short' }).format(at)}`
}

/** Yesterday, by the reader's calendar. */
export function isDayBefore(at: Date, now: Date, zone: string = moscow): boolean {
	const date = new Intl.DateTimeFormat('sv', { timeZone: zone, dateStyle: 'short' })
	const yesterday = new Date(`${date.format(now)}T00:00:00Z`)
	yesterday.setUTCDate(yesterday.getUTCDate() - 1)
	return date.format(at) === yesterday.toISOString().slice(0, 10)
}

/** «13:30:08», in Moscow time unless the reader's own zone is asked for. */
export function clockTime(at: Date, zone: string = moscow): string {
	return new Intl.DateTimeFormat('ru', { timeZone: zone, timeStyle: 'medium' }).format(at)
}

/** «14:05» of a countdown; never below zero. */
export function countdown(milliseconds: number): string {
	const seconds = Math.max(0, Math.ceil(milliseconds / 1000))
	const pad = (n: number) => String(n).padStart(2, '0')
	const hours = Math.floor(seconds / hour)
	const rest = `${pad(Math.floor((seconds % hour) / minute))}:${pad(seconds % minute)}`
	return hours > 0 ? `${hours}:${rest}` : rest
}

export const moscow = 'Europe/Moscow'

function dateOnly(at: Date, withYear: boolean): string {
	return new Intl.DateTimeFormat('ru', {
		timeZone: moscow,
		day: 'numeric',
		month: 'long',
		...(withYear && { year: 'numeric' }),
	})
		.format(at)
		.replace(/\s*г\.$/, '')
}
