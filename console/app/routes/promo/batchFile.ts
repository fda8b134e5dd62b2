import { readTexts } from './queries.ts'

/** Saves the texts of a batch, one a line. They are letters, digits and hyphens, so no table takes one for a formula. */
export async function saveTexts(id: number): Promise<void> {
	const { results } = await readTexts(id)
	const link = document.createElement('a')
	link.href = URL.createObjectURL(new Blob([`${results.join('\r\n')}\r\n`], { type: 'text/csv' }))
	link.download = `promo-${id}.csv`
	link.click()
	URL.revokeObjectURL(link.href)
}
