// Text edits behind the buttons of the article editor.

export interface Marked {
	text: string
	/** The selection afterwards. */
	from: number
	to: number
}

export type Mark = 'h2' | 'p' | 'b' | 'i' | 'ul' | 'ol' | 'a'

/** Wraps the selection in a tag. A list gets one item per line, a link an empty address to fill in. */
export function putInto(mark: Mark, text: string, from: number, to: number): Marked {
	const chosen = text.slice(from, to)
	const [before, after] = around(mark)
	const inside = mark === 'ul' || mark === 'ol' ? points(chosen) : chosen
	const start = from + before.length
	const whole = text.slice(0, from) + before + inside + after + text.slice(to)
	if (mark === 'a') {
		const address = from + '<a href="'.length
		return { text: whole, from: address, to: address + example.length }
	}
	return { text: whole, from: start, to: start + inside.length }
}

const example = 'https://'

function around(mark: Mark): [string, string] {
	if (mark === 'a') return [`<a href="${example}">`, '</a>']
	if (mark === 'ul' || mark === 'ol') return [`<${mark}>\n`, `\n</${mark}>`]
	return [`<${mark}>`, `</${mark}>`]
}

const points = (chosen: string) =>
	chosen
		.split('\n')
		.map((line) => `<li>${line.trim()}</li>`)
		.join('\n')
