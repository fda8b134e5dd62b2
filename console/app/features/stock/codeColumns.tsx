import type { StockCode } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { Link } from 'react-router'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import type { Column } from '~/kit/columns.ts'
import { Pill } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'
import { stateTones, stateWords } from './words.ts'

const dash = <span className="text-muted">—</span>

interface CodeSteps {
	onVoid: ((id: number) => void) | undefined
	onReveal: ((id: number) => void) | undefined
}

const facts: Column<StockCode>[] = [
	{
		id: 'id',
		header: m['stock.code'](),
		phone: 'title',
		cell: ({ id, fingerprint }) => (
			<span>
				{id} <span className="font-mono text-xs text-muted">{fingerprint}</span>
			</span>
		),
	},
	{ id: 'product', header: m['stock.product'](), phone: 'title', cell: ({ title }) => title },
	{
		id: 'state',
		header: m['stock.state'](),
		phone: 'end',
		cell: ({ state, voidReason }) => (
			<span title={voidReason ?? undefined}>
				<Pill tone={stateTones[state]}>{stateWords[state]()}</Pill>
			</span>
		),
	},
	{
		id: 'batch',
		header: m['stock.batch'](),
		cell: ({ batchId }) =>
			batchId ? (
				<Link className="text-sky hover:underline" to={`?tab=codes&batch=${batchId}`}>
					{batchId}
				</Link>
			) : (
				dash
			),
	},
	{
		id: 'order',
		header: m['stock.order'](),
		phone: 'line',
		cell: ({ orderId }) =>
			orderId ? (
				<Link className="text-sky hover:underline" to={`/orders/${orderId}`}>
					{orderId}
				</Link>
			) : (
				dash
			),
	},
	{
		id: 'expires',
		header: m['stock.expires'](),
		cell: ({ expiresAt }) => (expiresAt ? exactTime(new Date(expiresAt)) : dash),
	},
	{ id: 'loaded', header: m['stock.loaded_at'](), phone: 'line', cell: ({ loadedAt }) => <Age at={loadedAt} /> },
	{ id: 'seen', header: m['stock.seen'](), align: 'right', cell: ({ seen }) => (seen > 0 ? seen : dash) },
]

/** Codes without their texts; what may be done stands at the end of a row. */
export const codeColumns = ({ onVoid, onReveal }: CodeSteps): Column<StockCode>[] => [
	...facts,
	{
		id: 'steps',
		header: m['stock.steps'](),
		align: 'right',
		cell: ({ id, state }) => (
			<span className="inline-flex gap-1.5">
				{onReveal && (
					<Button size="small" onClick={() => onReveal(id)} aria-label={m['stock.reveal_of']({ id })}>
						{m['stock.reveal']()}
					</Button>
				)}
				{onVoid && state === 'free' && (
					<Button size="small" look="bad" onClick={() => onVoid(id)} aria-label={m['stock.void_of']({ id })}>
						{m['stock.void']()}
					</Button>
				)}
			</span>
		),
	},
]
