const nbsp = '\u00a0'
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

/** Formats a duration with the precision operators need: «меньше минуты», «33 мин», «1 ч 12 мин», «8 ч», «3 дн.». */
export function duration(milliseconds: number): string {
	if (milliseconds < minute) return `меньше${nbsp}минуты`
	if (milliseconds < hour) return `${Math.floor(milliseconds / minute)}${nbsp}мин`
	if (milliseconds >= 3 * day) return `${Math.floor(milliseconds / day)}${nbsp}дн.`
	const hours = Math.floor(milliseconds / hour)
	const minutes = Math.floor((milliseconds % hour) / minute)
	return minutes > 0 && hours < 10 ? `${hours}${nbsp}ч ${minutes}${nbsp}мин` : `${hours}${nbsp}ч`
}

/** Formats how long a supply lasts: «1,5 дн.». Above a year it does not count days. */
export const lasting = (days: number): string =>
	days > 365 ? `год и${nbsp}больше` : `${String(days).replace('.', ',')}${nbsp}дн.`
