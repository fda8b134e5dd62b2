import type { ContentOrder } from '@larek/api/admin/types.gen.ts'
import { ArrowDown, ArrowUp, History, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '~/api/session.ts'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button, IconButton } from '~/kit/Button.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { contentKeys, sendOrder } from './queries.ts'

interface PiecesProps<Row> {
	kind: ContentOrder['kind']
	label: string
	rows: Row[]
	name: (row: Row) => string
	children: (row: Row) => ReactNode
	onEdit: (row: Row) => void
	onVersions: (row: Row) => void
}

/** A list in the order of the storefront, with the actions of each piece. */
export function Pieces<Row extends { id: number }>(props: PiecesProps<Row>) {
	const { kind, label, rows, name, children, onEdit, onVersions } = props
	const mayWrite = useMay()('content.write')
	const order = useAction({
		run: (ids: number[], key) => sendOrder({ kind, ids, reason: { code: 'order', text: '' } }, key),
		invalidate: [contentKeys.all],
		done: m['content.ordered'](),
	})
	const move = (from: number, to: number) => {
		const ids = rows.map(({ id }) => id)
		ids.splice(to, 0, ...ids.splice(from, 1))
		order.start(ids)
	}
	return (
		<>
			{order.problem && <Note tone="bad">{problemSentence(order.problem)}</Note>}
			<ul className="card divide-y divide-hair" aria-label={label} aria-busy={order.busy || undefined}>
				{rows.map((row, at) => (
					<li key={row.id} className="flex gap-3 px-3.5 py-3 max-md:flex-col">
						<div className="min-w-0 flex-1">{children(row)}</div>
						<div className="flex flex-none items-center gap-1 self-start">
							{mayWrite && (
								<>
									<IconButton
										label={m['content.up']({ name: name(row) })}
										icon={ArrowUp}
										disabled={at === 0}
										className="disabled:invisible"
										onClick={() => move(at, at - 1)}
									/>
									<IconButton
										label={m['content.down']({ name: name(row) })}
										icon={ArrowDown}
										disabled={at === rows.length - 1}
										className="disabled:invisible"
										onClick={() => move(at, at + 1)}
									/>
								</>
							)}
							<IconButton label={m['content.versions']()} icon={History} onClick={() => onVersions(row)} />
							{mayWrite && (
								<Button
									size="small"
									icon={Pencil}
									aria-label={m['content.edit_of']({ name: name(row) })}
									onClick={() => onEdit(row)}
								>
									{m['content.edit']()}
								</Button>
							)}
						</div>
					</li>
				))}
			</ul>
		</>
	)
}
