// Text edits behind the buttons of the article editor.

export interface Marked {
	text: string
	/** What is selected afterwards. */
	from: number
	to: number
}

export type Mark = 'h2' | 'p' | 'b' | 'i' | 'ul' | 'ol' | 'a'

/** Puts the selected part of the text into a tag; a list gets one point a line, a link an address to be typed. */
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
