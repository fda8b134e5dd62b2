import type { ReconDifference } from '@larek/api/admin/types.gen.ts'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Sum } from '~/common/Sum.tsx'
import { Button } from '~/kit/Button.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { Note } from '~/kit/states.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { kindName, lineName, wayName } from './names.ts'
import { ResolveDialog } from './ResolveDialog.tsx'

const sum = (id: 'ours' | 'theirs' | 'gap', header: string): Column<ReconDifference> => ({
	id,
	header,
	align: 'right',
	phone: id === 'gap' ? 'end' : undefined,
	cell: (row) => <Sum sum={row[id]} currency={row.currency} strong={id === 'gap'} />,
})

const columns: Column<ReconDifference>[] = [
	{
		id: 'kind',
		header: m['recon.what'](),
		phone: 'title',
		cell: ({ kind }) => <b className="font-medium">{kindName(kind)}</b>,
	},
	{ id: 'where', header: m['recon.where'](), phone: 'line', cell: (row) => <Where row={row} /> },
	sum('ours', m['recon.at_us']()),
	sum('theirs', m['recon.at_them']()),
	sum('gap', m['recon.gap']()),
	{ id: 'do', header: m['recon.step'](), align: 'right', width: 150, phone: 'end', cell: (row) => <Step row={row} /> },
]

function Where({ row }: { row: ReconDifference }) {
	if (!row.orderId) return <span className="text-muted">{lineName(row)}</span>
	return (
		<Link to={`/orders/${row.orderId}`} className="text-sky hover:underline">
			{lineName(row)}
		</Link>
	)
}

/** The differences of a day, each with its resolutions. */
export function Differences({ rows }: { rows: ReconDifference[] }) {
	if (rows.length === 0)
		return (
			<Note tone="good" icon={CircleCheck}>
				{m['recon.clear']()}
			</Note>
		)
	return (
		<Table
			label={m['recon.differences']({ count: rows.length })}
			columns={columns}
			rows={rows}
			rowKey={({ id }) => String(id)}
			rowName={lineName}
		/>
	)
}

function Step({ row }: { row: ReconDifference }) {
	const [isOpen, setOpen] = useState(false)
	const may = useMay()
	if (row.state === 'resolved')
		return (
			<span title={row.reason}>
				<Pill tone="good">{row.way ? wayName(row.way) : ''}</Pill>
			</span>
		)
	if (!may('recon.write')) return null
	return (
		<>
			<Button size="small" onClick={() => setOpen(true)}>
				{m['recon.resolve']()}…
			</Button>
			{isOpen && <ResolveDialog row={row} onClose={() => setOpen(false)} />}
		</>
	)
}
