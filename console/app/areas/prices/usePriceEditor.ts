import type { PriceGoods, PricePreviewRow, PriceRow, PricesDone } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { type Draft, mostPrices, savable, withPaste, withPrice } from './draft.ts'
import { type PriceQuery, usePricePreview, usePrices } from './queries.ts'

/** The table of prices with the new ones that are not saved yet. */
export function usePriceEditor(query: PriceQuery, goods: PriceGoods, gameId: number | null) {
	const prices = usePrices(query)
	const [draft, setDraft] = useState<Draft>([])
	const asked = usePricePreview({ goods, gameId, rows: draft.slice(0, mostPrices) })
	const preview: PricePreviewRow[] = draft.length > 0 ? (asked.data?.rows ?? []) : []
	const previews = new Map(preview.flatMap((row) => (row.id ? [[row.id, row] as const] : [])))
	return {
		prices,
		draft,
		preview,
		previews,
		/** The prices to save; absent while a newer draft is being checked. */
		changes: asked.isPlaceholderData ? [] : savable(preview),
		onType: (row: PriceRow, text: string) => setDraft((now) => withPrice(now, row, text)),
		paste: (table: string, first: number) =>
			setDraft((now) => withPaste(now, table, prices.data?.results ?? [], first)),
		drop: (row: PricePreviewRow) =>
			setDraft((now) => now.filter(({ title, price }) => title !== row.title || price !== row.text)),
		clear: () => setDraft([]),
		/** Clears saved rows, keeps rejected ones. */
		saved: ({ refused }: PricesDone) => {
			const kept = new Set(refused.map(({ id }) => id))
			setDraft((now) => now.filter(({ id }) => id !== null && kept.has(id)))
		},
	}
}
