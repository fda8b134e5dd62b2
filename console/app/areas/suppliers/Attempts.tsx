import type { AttemptState, SupplierAttempt } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { Link, useSearchParams } from 'react-router'
import { supplierName } from '~/api/names.ts'
import { Age } from '~/kit/Age.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Pill, type Tone } from '~/kit/Pill.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { useAttempts } from './queries.ts'

/** Delivery attempts of a supplier, newest first. */
export function Attempts({ supplier }: { supplier: string }) {
	const [params, setParams] = useSearchParams()
	const asked = params.get('state') ?? ''
	const state = asked in attemptStates ? (asked as AttemptState) : undefined
	const attempts = useAttempts(supplier, state, params.get('cursor') ?? undefined)
	const label = m['suppliers.attempts_of']({ name: supplierName(supplier) })
	return (
		<>
			<Chips
				label={m['suppliers.outcome']()}
				value={state ?? ''}
				onChange={(next) => setParams({ supplier, tab: 'attempts', ...(next ? { state: next } : {}) })}
				chips={[
					{ value: '', label: m['suppliers.any_outcome']() },
					...Object.entries(attemptStates).map(([value, one]) => ({ value, label: one.label() })),
				]}
			/>
			<QueryTable
				query={attempts}
				skeleton={8}
				empty={<Empty title={m['suppliers.no_attempts']()} hint={m['suppliers.no_attempts_hint']()} />}
				label={label}
				columns={attemptColumns()}
				rowKey={({ id }) => String(id)}
				rowName={({ orderId }) => String(orderId)}
			/>
		</>
	)
}

const dash = <span className="text-muted">—</span>

/** The state of an attempt as operators call it. */
export const attemptStates: Record<AttemptState, { tone: Tone; label: () => string }> = {
	asking: { tone: 'soon', label: m['suppliers.asking'] },
	unknown: { tone: 'bad', label: m['suppliers.unknown'] },
	pending: { tone: 'soon', label: m['suppliers.pending'] },
	delivered: { tone: 'good', label: m['suppliers.delivered'] },
	rejected: { tone: 'bad', label: m['suppliers.rejected'] },
}

const reasons: Record<string, () => string> = {
	away: m['suppliers.why_away'],
	failed: m['suppliers.why_failed'],
	no_funds: m['suppliers.why_no_funds'],
	operator: m['suppliers.why_operator'],
	forced: m['suppliers.why_forced'],
	out_of_stock: m['suppliers.why_out_of_stock'],
	price_changed: m['suppliers.why_price_changed'],
	refused: m['suppliers.why_refused'],
	wrong_details: m['suppliers.why_wrong_details'],
}

const seconds = ({ created, endedAt }: SupplierAttempt) =>
	endedAt === null
		? dash
		: m['suppliers.seconds']({ count: Math.round((Date.parse(endedAt) - Date.parse(created)) / 1000) })

/** Delivery attempts of a supplier; each leads to its record in the order. */
export const attemptColumns = (): Column<SupplierAttempt>[] => [
	{
		id: 'order',
		header: m['suppliers.order'](),
		phone: 'title',
		cell: ({ id, orderId, title }) => (
			<span className="flex items-baseline gap-1.5">
				<Link to={`/orders/${orderId}?fact=placement:${id}`} className="text-sky underline">
					{orderId}
				</Link>
				<span className="text-xs text-muted">{title}</span>
			</span>
		),
	},
	{
		id: 'state',
		header: m['suppliers.outcome'](),
		phone: 'end',
		cell: ({ state, reason }) => (
			<span className="inline-flex items-center gap-2">
				<Pill tone={attemptStates[state].tone}>{attemptStates[state].label()}</Pill>
				{reason && <span className="text-xs text-muted">{messageByKey(reasons, reason)}</span>}
			</span>
		),
	},
	{
		id: 'ref',
		header: m['suppliers.ref'](),
		cell: ({ ref }) => (ref ? <Copy text={ref} what={m['suppliers.ref']()} /> : dash),
	},
	{ id: 'took', header: m['suppliers.took'](), align: 'right', phone: 'line', cell: seconds },
	{ id: 'asks', header: m['suppliers.asks'](), align: 'right', cell: ({ asks }) => asks },
	{ id: 'at', header: m['suppliers.at'](), phone: 'line', cell: ({ created }) => <Age at={created} /> },
]
