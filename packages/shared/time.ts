const nbsp = '\u00a0'
const minute = 60
const hour = 60 * minute
const day = 24 * hour

const months = 'января февраля марта апреля мая июня июля августа сентября октября ноября декабря'.split(' ')

/** «12 с назад», «5 мин назад», «3 ч назад», «вчера», «4 дня назад», «15 ноября». */
export function ago(at: Date, now: Date): string {
	const seconds = Math.max(0, Math.floor((now.getTime() - at.getTime()) / 1000))
	if (seconds < 5) return 'только что'
	if (seconds < minute) return `${seconds}${nbsp}с назад`
	if (seconds < hour) return `${Math.floor(seconds / minute)}${nbsp}мин назад`
	if (seconds < day) return `${Math.floor(seconds / hour)}${nbsp}ч назад`
	const days = Math.floor(seconds / day)
	if (days === 1) return 'вчера'
	if (days < 7) return `${days}${nbsp}${days < 5 ? 'дня' : 'дней'} назад`
	return dateOnly(at, now)
}

/** «15 ноября 2026, 13:30», in Moscow time unless the reader's own zone is asked for. */
export function exactTime(at: Date, zone: string | undefined = moscow): string {
	const date = formatter('ru', { timeZone: zone, day: 'numeric', month: 'long', year: 'numeric' })
	const time = formatter('ru', { timeZone: zone, hour: '2-digit', minute: '2-digit' })
	const year = date.format(at).replace(/\s*г\.$/, '')
	return `${year}, ${time.format(at)}${zone === moscow ? `${nbsp}МСК` : ''}`
}

/** «15 ноября, 13:30», in Moscow time unless the reader's own zone is asked for. */
export function dayAndTime(at: Date, zone: string = moscow): string {
	const day = formatter('ru', { timeZone: zone, day: 'numeric', month: 'long' }).format(at)
	return `${day}, ${formatter('ru', { timeZone: zone, timeStyle: 'short' }).format(at)}`
}

/** Yesterday, by the reader's calendar. */
export function isDayBefore(at: Date, now: Date, zone: string = moscow): boolean {
	const date = formatter('sv', { timeZone: zone, dateStyle: 'short' })
	const yesterday = new Date(`${date.format(now)}T00:00:00Z`)
	yesterday.setUTCDate(yesterday.getUTCDate() - 1)
	return date.format(at) === yesterday.toISOString().slice(0, 10)
}

/** «13:30:08», in Moscow time unless the reader's own zone is asked for. */
export function clockTime(at: Date, zone: string = moscow): string {
	return formatter('ru', { timeZone: zone, timeStyle: 'medium' }).format(at)
}

/** «сегодня, 23:10», «завтра, 11:23», «17 ноября, 11:23»: by the reader's calendar. */
export function calendarTime(at: Date, now: Date, zone: string = moscow): string {
	const date = formatter('sv', { timeZone: zone, dateStyle: 'short' })
	const days = (Date.parse(date.format(at)) - Date.parse(date.format(now))) / (day * 1000)
	const dayName = days === 0 ? 'сегодня' : days === 1 ? 'завтра' : undefined
	if (!dayName) return dayAndTime(at, zone)
	return `${dayName}, ${formatter('ru', { timeZone: zone, timeStyle: 'short' }).format(at)}`
}

/** «14:05» of a countdown; never below zero and never above the whole of it. */
export function countdown(milliseconds: number, whole = Number.POSITIVE_INFINITY): string {
	const seconds = Math.max(0, Math.floor(Math.min(milliseconds, whole) / 1000))
	const pad = (n: number) => String(n).padStart(2, '0')
	const hours = Math.floor(seconds / hour)
	const rest = `${pad(Math.floor((seconds % hour) / minute))}:${pad(seconds % minute)}`
	return hours > 0 ? `${hours}:${rest}` : rest
}

export const moscow = 'Europe/Moscow'

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Kept, because a phone takes milliseconds to make one. */
function formatter(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
	const key = locale + JSON.stringify(options)
	const known = formatters.get(key) ?? new Intl.DateTimeFormat(locale, options)
	formatters.set(key, known)
	return known
}

/**
 * The day in Moscow, with its year if that is over. Made by hand: reviews show it on the first pages, and a phone takes
 * 60 ms to make its first formatter. Moscow has been three hours ahead, winter and summer, since 2014.
 */
function dateOnly(at: Date, now: Date): string {
	const [then, today] = [at, now].map((time) => new Date(time.getTime() + 3 * hour * 1000)) as [Date, Date]
	const date = `${then.getUTCDate()} ${months[then.getUTCMonth()]}`
	return then.getUTCFullYear() === today.getUTCFullYear() ? date : `${date} ${then.getUTCFullYear()}`
}
