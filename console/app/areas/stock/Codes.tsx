import type { StockCode, StockCodeState } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { useCallback, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { type Filters, useFilters } from '~/kit/filters.ts'
import { Pill } from '~/kit/Pill.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { stateLabel, stateTones } from './labels.ts'
import { useCodes } from './queries.ts'
import { RevealDialog } from './RevealDialog.tsx'
import { VoidDialog } from './VoidDialog.tsx'

const states = Object.entries(stateLabel).map(([value, label]) => ({ value, label: label() }))
const filters: Filters = {
	state: { label: m['stock.state'](), kind: 'options', options: states },
	product: { label: m['stock.product_number'](), kind: 'text' },
	batch: { label: m['stock.batch'](), kind: 'text' },
}

/** Every code without its text. */
export function Codes() {
	const state = useFilters(filters)
	const [params] = useSearchParams()
	const may = useMay()
	const [revealing, setRevealing] = useState<number>()
	const [voiding, setVoiding] = useState<number>()
	const hide = useCallback(() => setRevealing(undefined), [])
	const codes = useCodes({
		state: state.values.state as StockCodeState | undefined,
		product: Number(state.values.product) || undefined,
		batch: Number(state.values.batch) || undefined,
		cursor: params.get('cursor') ?? undefined,
	})
	return (
		<>
			<FilterBar filters={filters} state={state} />
			<QueryTable
				query={codes}
				skeleton={10}
				empty={
					<Empty
						title={m['stock.no_codes']()}
						hint={m['stock.no_codes_hint']()}
						action={<Button onClick={state.clear}>{m['kit.reset']()}</Button>}
					/>
				}
				label={m['stock.tab_codes']()}
				columns={codeColumns({
					onVoid: may('code.void') ? setVoiding : undefined,
					onReveal: may('code.reveal') ? setRevealing : undefined,
				})}
				rowKey={({ id }) => String(id)}
				rowName={({ id }) => String(id)}
			/>
			{revealing && <RevealDialog id={revealing} onClose={hide} />}
			{voiding && <VoidDialog what="code" id={voiding} onClose={() => setVoiding(undefined)} />}
		</>
	)
}

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
				<Pill tone={stateTones[state]}>{stateLabel[state]()}</Pill>
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

/** Codes without their texts; actions are at the end of each row. */
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
