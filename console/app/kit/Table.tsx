import { classes } from '@larek/shared/classes.ts'
import { ChevronRight } from 'lucide-react'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { m } from '~/paraglide/messages.js'
import { useIsPhone } from './media.ts'
import { useRowKeys } from './rowKeys.ts'
import type { Selection } from './selection.ts'

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
		// A scrolling box without links must be focusable, or keyboards cannot scroll it.
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

/** Memoized: renders again when the row or the columns change, not when another row is selected or marked. */
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

/** The same rows as two-line cards, for phones. */
export function TableCards<Row>({ label, columns, rows, rowKey, to, changed, footer }: TableProps<Row>) {
	return (
		<div className="card overflow-hidden max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
			<ul aria-label={label} className="divide-y divide-hair">
				{rows.map((row) => {
					const content = <CardLines row={row} columns={columns} />
					return (
						<li key={rowKey(row)} className={classes(changed?.has(rowKey(row)) && 'lit')}>
							{to ? (
								<Link to={to(row)} className="row-card flex min-h-14 items-center gap-2.5 px-4 py-2.5">
									{content}
									<ChevronRight size={16} className="flex-none text-muted" aria-hidden="true" />
								</Link>
							) : (
								<div className="row-card flex min-h-14 items-center gap-2.5 px-4 py-2.5">{content}</div>
							)}
						</li>
					)
				})}
			</ul>
			{footer}
		</div>
	)
}

function CardLines<Row>({ row, columns }: { row: Row; columns: Column<Row>[] }) {
	const at = (phone: Column<Row>['phone']) => columns.filter((column) => column.phone === phone)
	const draw = (found: Column<Row>[]): ReactNode =>
		found.map((column) => <span key={column.id}>{column.cell(row)}</span>)
	return (
		<>
			<span className="min-w-0 flex-1">
				<span className="flex gap-x-2 text-base font-medium *:last:min-w-0 *:last:truncate">{draw(at('title'))}</span>
				<span className="flex flex-wrap gap-x-2 text-muted">{draw(at('line'))}</span>
			</span>
			<span className="grid justify-items-end gap-1">{draw(at('end'))}</span>
		</>
	)
}

/** A column of a list: a name and a function that renders a cell. The server sorts and pages. */
export interface Column<Row> {
	id: string
	header: string
	cell: (row: Row) => ReactNode
	align?: 'right' | 'center'
	/** Pixels; the columns without one share the rest. */
	width?: number
	/** The place in a phone's card: bold first line, second line, end, or hidden. */
	phone?: 'title' | 'line' | 'end'
	/** Shown only when it was chosen. */
	optional?: boolean
}

export interface TableProps<Row> {
	/** The caption for screen readers. */
	label: string
	columns: Column<Row>[]
	rows: Row[]
	rowKey: (row: Row) => string
	/** The name of a row in «Выбрать …». */
	rowName: (row: Row) => string
	/** The address of a row; the first column is the link. */
	to?: (row: Row) => string
	selection?: Selection
	/** Rows that have just changed live. */
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
