import { classes } from '@larek/shared/classes.ts'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { m } from '~/paraglide/messages.js'
import { type Column, type TableProps, useVisibleColumns } from './columns.ts'
import { useIsPhone } from './media.ts'
import { useRowKeys } from './rowKeys.ts'
import type { Selection } from './selection.ts'
import { TableCards } from './TableCards.tsx'

/** A list: a table with J, K, X and Enter on a desktop, cards of two lines on a phone. */
export function Table<Row extends object>(props: TableProps<Row>) {
	const { columns, rows, rowKey, to, selection, chosen } = props
	const visible = useVisibleColumns(columns, chosen)
	const [current, setCurrent] = useRowKeys(rows.map(rowKey), {
		onOpen: to && ((key) => rows.find((row) => rowKey(row) === key)),
		to,
		onSelect: selection?.toggle,
	})
	const isPhone = useIsPhone()
	if (isPhone) return <TableCards {...props} columns={visible} />
	return (
		// A box that scrolls and has no link inside has to be reachable by keyboard.
		<div className="card overflow-x-auto" tabIndex={to || selection ? undefined : 0}>
			<table className="w-full border-separate border-spacing-0" aria-label={props.label}>
				<colgroup>
					{selection && <col width={42} />}
					{visible.map((column) => (
						<col key={column.id} width={column.width} />
					))}
				</colgroup>
				<thead>
					<tr>
						{selection && <SelectAll rows={rows.map(rowKey)} selection={selection} />}
						{visible.map((column) => (
							<th
								key={column.id}
								scope="col"
								className={classes(
									'h-8.5 border-b border-line px-2 text-left text-xs font-medium whitespace-nowrap text-muted first:pl-3.5 last:pr-3.5',
									alignment(column),
								)}
							>
								{column.header}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{rows.map((row) => (
						<TableRow
							key={rowKey(row)}
							{...props}
							row={row}
							columns={visible}
							isCurrent={rowKey(row) === current}
							onFocus={() => setCurrent(rowKey(row))}
						/>
					))}
				</tbody>
			</table>
			{props.footer}
		</div>
	)
}

const alignment = <Row,>({ align }: Column<Row>) =>
	align === 'right' ? 'text-right' : align === 'center' ? 'text-center' : undefined

function SelectAll({ rows, selection }: { rows: string[]; selection: Selection }) {
	const count = rows.filter((key) => selection.keys.has(key)).length
	return (
		<th scope="col" className="border-b border-line pl-3.5 text-left">
			<input
				type="checkbox"
				className="tick"
				aria-label={m['kit.select_all']()}
				checked={rows.length > 0 && count === rows.length}
				ref={(box) => {
					if (box) box.indeterminate = count > 0 && count < rows.length
				}}
				onChange={() => selection.toggleAll(rows)}
			/>
		</th>
	)
}

const cell = 'h-10 border-b border-hair px-2 first:pl-3.5 last:pr-3.5'

/** Drawn again only when the row or the columns change, not whenever some row is selected or marked. */
function useCells<Row>(row: Row, columns: Column<Row>[], to?: string) {
	const draw = (column: Column<Row>, at: number) => (
		<td key={column.id} className={classes(cell, alignment(column))}>
			{at === 0 && to ? (
				<Link to={to} prefetch="intent" data-open className="font-semibold hover:underline">
					{column.cell(row)}
				</Link>
			) : (
				column.cell(row)
			)}
		</td>
	)
	// biome-ignore lint/correctness/useExhaustiveDependencies: draw is made of these
	return useMemo(() => columns.map(draw), [row, columns, to])
}

type RowProps<Row> = TableProps<Row> & { row: Row; isCurrent: boolean; onFocus: () => void }

function TableRow<Row>({ row, columns, rowKey, rowName, to, selection, changed, isCurrent, onFocus }: RowProps<Row>) {
	const key = rowKey(row)
	const isSelected = selection?.keys.has(key) ?? false
	const cells = useCells(row, columns, to?.(row))
	return (
		<tr
			data-row={key}
			aria-selected={selection ? isSelected : undefined}
			onFocus={onFocus}
			className={classes(
				'group last:*:border-b-0 hover:*:bg-hover',
				isSelected && '*:bg-faint-lamp',
				isCurrent && '*:first:shadow-[inset_2px_0_0_var(--color-lamp-line)] *:bg-hover',
				changed?.has(key) && 'lit',
			)}
		>
			{selection && (
				<td className={cell}>
					<input
						type="checkbox"
						className="tick"
						aria-label={m['kit.select_row']({ name: rowName(row) })}
						checked={isSelected}
						onChange={() => selection.toggle(key)}
					/>
				</td>
			)}
			{cells}
		</tr>
	)
}
