// New prices before they are saved: typed into cells, or pasted from a spreadsheet.
import type { PricePreviewRow, PriceRow, PriceWish } from '@larek/api/admin/types.gen.ts'

/** One new price as typed. A line pasted with a title has no product ID until the server finds it. */
export type Draft = readonly PriceWish[]

/** The most lines that are saved together. */
export const mostPrices = 300

export const typedPrice = (draft: Draft, id: number): string | undefined => draft.find((one) => one.id === id)?.price

/** Returns the draft with a new price for one product or gift; an empty text removes it. */
export function withPrice(draft: Draft, { id, title, price }: PriceRow, text: string): Draft {
	const rest = draft.filter((one) => one.id !== id)
	const isOld = text.trim() === '' || text.trim() === price || text.trim() === price.replace('.', ',')
	return isOld ? rest : [...rest, { id, title, price: text.trim() }]
}

/**
 * Returns the draft with a pasted table. One column holds prices for the rows from `first` on; with more columns the
 * first is the title and the last is the price. A heading row is skipped.
 */
export function withPaste(draft: Draft, text: string, rows: readonly PriceRow[], first: number): Draft {
	const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
	const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
	if (cells.length > 1 && !/\d/.test(cells[0]?.at(-1) ?? '')) cells.shift()
	const byOrder = rows.slice(first)
	const pasted = cells.slice(0, mostPrices).map((line, at): PriceWish => {
		const price = (line.at(-1) ?? '').slice(0, 60)
		const row = line.length === 1 ? byOrder[at] : rows.find(({ title }) => sameName(title, line[0] ?? ''))
		return { id: row?.id ?? null, title: row?.title ?? (line[0] ?? '').slice(0, 300), price }
	})
	const isReplaced = (one: PriceWish) => pasted.some(({ id }) => id && id === one.id)
	return [...draft.filter((one) => !isReplaced(one)), ...pasted]
}

const sameName = (a: string, b: string) => nameOf(a) === nameOf(b)
const nameOf = (text: string) => text.toLowerCase().split(/\s+/).join(' ').trim()

/** Whether the clipboard holds a table rather than one value. */
export const isTable = (text: string) => /[\t\n]/.test(text.trim())

export interface Counts {
	ready: number
	same: number
	loss: number
	lost: number
}

/** Counts rows that can be saved, are unchanged, fall below cost, or match no product. */
export function countRows(rows: readonly PricePreviewRow[]): Counts {
	const count = (...verdicts: string[]) => rows.filter(({ verdict }) => verdicts.includes(verdict)).length
	return {
		ready: count('ready', 'below_cost'),
		same: count('same'),
		loss: count('below_cost', 'refused'),
		lost: count('not_found', 'unclear', 'repeated'),
	}
}

/** The rows the server would save. */
export const savable = (rows: readonly PricePreviewRow[]) =>
	rows.flatMap(({ verdict, id, price, version }) =>
		(verdict === 'ready' || verdict === 'below_cost') && id && price && version ? [{ id, price, version }] : [],
	)

/** A larger step by hand is confirmed twice, as rules stop at it. */
const largeStep = 30

/** Whether a price falls below cost or moves so far that it may be a typo. */
export const isRisky = ({ verdict, changePercent }: Pick<PricePreviewRow, 'verdict' | 'changePercent'>) =>
	verdict === 'below_cost' || (verdict === 'ready' && Math.abs(Number(changePercent ?? 0)) > largeStep)

/** Formats the server's percentage: «+2,1 %», «−13,92 %». */
export function signedPercent(text: string): string {
	const isLess = text.startsWith('-')
	const size = text
		.replace('-', '')
		.replace('.', ',')
		.replace(/,00$/, '')
		.replace(/(,\d)0$/, '$1')
	return `${isLess ? '−' : '+'}${size}\u00a0%`
}

/** «20,1 %», with a minus only for a loss. */
export const sharePercent = (text: string) => signedPercent(text).replace('+', '')
