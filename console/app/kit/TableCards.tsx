import { classes } from '@larek/shared/classes.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Column, TableProps } from './columns.ts'

/** The same rows as cards of two lines, for a thumb. */
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
