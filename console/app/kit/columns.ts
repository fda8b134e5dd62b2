import { type ReactNode, useMemo } from 'react'
import type { Selection } from './selection.ts'

/** A column of a list. The server sorts and pages, so a column is a name and a way to draw a cell. */
export interface Column<Row> {
	id: string
	header: string
	cell: (row: Row) => ReactNode
	align?: 'right' | 'center'
	/** Pixels; the columns without one share the rest. */
	width?: number
	/** Where it goes on a phone: the bold first line, the second line, the end of the card, or nowhere. */
	phone?: 'title' | 'line' | 'end'
	/** Shown only when it was chosen. */
	optional?: boolean
}

export interface TableProps<Row> {
	/** What the list is of, for screen readers. */
	label: string
	columns: Column<Row>[]
	rows: Row[]
	rowKey: (row: Row) => string
	/** How a row is named in «Выбрать …». */
	rowName: (row: Row) => string
	/** Where a row leads; the first column is the link. */
	to?: (row: Row) => string
	selection?: Selection
	/** Rows that have just changed by themselves. */
	changed?: ReadonlySet<string>
	/** Columns chosen by the operator; without it, all but the optional ones. */
	chosen?: ReadonlySet<string>
	/** Under the rows: the pager. */
	footer?: ReactNode
}

/** The columns that are shown, in their order. */
export function useVisibleColumns<Row>(columns: Column<Row>[], chosen?: ReadonlySet<string>): Column<Row>[] {
	return useMemo(() => columns.filter(({ id, optional }) => (chosen ? chosen.has(id) : !optional)), [columns, chosen])
}
