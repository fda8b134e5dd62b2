import type { Tone } from '~/kit/Pill.tsx'

const nbsp = '\u00a0'
const minus = '\u2212'

/** A number with a comma and a sign: `+8,4`, `−0,2`, `0`. */
export function signed(value: number, digits = 1): string {
	const text = Math.abs(value).toFixed(digits).replace('.', ',')
	if (Number(value.toFixed(digits)) === 0) return text
	return `${value < 0 ? minus : '+'}${text}`
}

export interface Change {
	text: string
	tone: Tone
}

/** Growth in per cent; undefined without an earlier value. `up` is true if growth is good. */
export function growth(now: number, before: number, up = true): Change | undefined {
	if (before === 0) return undefined
	const percent = ((now - before) / Math.abs(before)) * 100
	return { text: `${signed(percent)}${nbsp}%`, tone: toneOf(percent, up) }
}

/** The difference of two shares, in points. */
export function points(now: number | undefined, before: number | undefined, up: boolean): Change | undefined {
	if (now === undefined || before === undefined) return undefined
	const difference = (now - before) * 100
	return { text: `${signed(difference)}${nbsp}п.${nbsp}п.`, tone: toneOf(difference, up) }
}

function toneOf(value: number, up: boolean): Tone {
	if (Math.abs(value) < 0.05) return 'plain'
	return value > 0 === up ? 'good' : 'bad'
}

/** The ratio of a part to a whole; undefined if the whole is zero. */
export const share = (part: number, whole: number): number | undefined => (whole === 0 ? undefined : part / whole)

export const percent = (value: number | undefined): string =>
	value === undefined ? '—' : `${(value * 100).toFixed(1).replace('.', ',')}${nbsp}%`

/** «0,4 с», «18 с», «2:41», «1 ч 12 мин». */
export function waited(seconds: number | null): string {
	if (seconds === null) return '—'
	if (seconds < 10) return `${seconds.toFixed(1).replace('.', ',')}${nbsp}с`
	if (seconds < 60) return `${Math.round(seconds)}${nbsp}с`
	const minutes = Math.floor(seconds / 60)
	if (minutes < 60) return `${minutes}:${String(Math.round(seconds % 60) % 60).padStart(2, '0')}`
	return `${Math.floor(minutes / 60)}${nbsp}ч ${minutes % 60}${nbsp}мин`
}
