import type { QueueItem } from '@larek/api/admin/types.gen.ts'
import { type Selection, useSelection } from '~/kit/selection.ts'
import { keyOf } from './queries.ts'

export interface RowSelection extends Selection {
	/** The selected rows that still wait, all of one kind. */
	rows: QueueItem[]
	/** Whether a row is of the selected kind. */
	fits(item: QueueItem): boolean
}

/** Selected rows of the queue. Rows of one kind have the same actions, so only these are selected together. */
export function useRowSelection(items: QueueItem[]): RowSelection {
	const selection = useSelection()
	const selected = items.filter((item) => selection.keys.has(keyOf(item)))
	const rows = selected.filter(({ kind }) => kind === selected[0]?.kind)
	return {
		...selection,
		keys: new Set(rows.map(keyOf)),
		rows,
		fits: ({ kind }) => rows.length === 0 || kind === rows[0]?.kind,
	}
}
