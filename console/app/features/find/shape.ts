/** What a search text looks like, before anybody is asked. */
export type Shape = 'order' | 'hash' | 'email' | 'reference' | 'player' | 'phone' | 'words'

const shapes: Array<[Shape, RegExp]> = [
	['email', /^[^\s@]+@[^\s@]*$/],
	['hash', /^[0-9A-Za-z]{26}$/],
	['phone', /^\+\d[\d\s()-]{6,}$/],
	['reference', /^\d+-\d+(-[0-9a-z]+)+$/i],
	['order', /^(№\s*)?\d{1,7}$/],
	['player', /^\d{8,20}$/],
]

/** Digits are often pasted in groups, as every screen shows them: «481 907». */
export function shapeOf(text: string): Shape {
	const trimmed = text.trim()
	const joined = /^[№\d\s]+$/.test(trimmed) ? trimmed.replace(/\s/g, '') : trimmed
	return shapes.find(([, pattern]) => pattern.test(joined))?.[0] ?? 'words'
}
