import type { OfferRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { supplierName } from '~/api/names.ts'
import { useMay } from '~/api/session.ts'
import { sumText } from '~/common/Sum.tsx'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { CostDialog } from './CostDialog.tsx'
import { OfferDialog } from './OfferDialog.tsx'
import { useOffers } from './queries.ts'

/** The offers of one supplier. */
export function Offers({ supplier }: { supplier: string }) {
	const [params] = useSearchParams()
	const offers = useOffers(supplier, params.get('cursor') ?? undefined)
	const may = useMay()
	const [editing, setEditing] = useState<OfferRow>()
	const [deciding, setDeciding] = useState<OfferRow>()
	return (
		<>
			<QueryBoundary query={offers} skeleton={<SkeletonRows rows={8} />}>
				{({ results, next, previous }) => (
					<Table
						label={m['suppliers.offers_of']({ name: supplierName(supplier) })}
						columns={offerColumns(
							may('offer.write') ? setEditing : undefined,
							may('offer.approve') ? setDeciding : undefined,
						)}
						rows={results}
						rowKey={({ id }) => String(id)}
						rowName={({ title }) => title}
						footer={<Pager next={next} previous={previous} />}
					/>
				)}
			</QueryBoundary>
			{editing && <OfferDialog row={editing} supplier={supplier} onClose={() => setEditing(undefined)} />}
			{deciding && <CostDialog row={deciding} onClose={() => setDeciding(undefined)} />}
		</>
	)
}

const dash = <span className="text-muted">—</span>
const cost = (text: string | null, currency: string) => (text ? sumText(text, currency) : dash)

type Open = ((row: OfferRow) => void) | undefined

/** Offers of a supplier in the order they were added. */
export const offerColumns = (onEdit: Open, onDecide: Open): Column<OfferRow>[] => [
	{
		id: 'title',
		header: m['suppliers.product'](),
		phone: 'title',
		cell: ({ title, game }) => (
			<span>
				<strong>{title}</strong> <span className="text-xs text-muted">{game}</span>
			</span>
		),
	},
	{ id: 'sku', header: 'SKU', cell: ({ sku }) => <span className="font-mono text-xs">{sku}</span> },
	{
		id: 'cost',
		header: m['prices.cost'](),
		align: 'right',
		phone: 'line',
		cell: (row) => cost(row.cost, row.costCurrency),
	},
	{
		id: 'asked',
		header: m['suppliers.asked_cost'](),
		align: 'right',
		phone: 'line',
		cell: (row) => <span className="text-coral">{cost(row.askedCost, row.costCurrency)}</span>,
	},
	{ id: 'priority', header: m['suppliers.priority'](), align: 'right', cell: ({ priority }) => priority },
	{
		id: 'state',
		header: m['suppliers.state'](),
		phone: 'end',
		cell: ({ isActive, inStock }) =>
			!isActive ? (
				<Pill>{m['suppliers.unused']()}</Pill>
			) : (
				<Pill tone={inStock ? 'good' : 'soon'}>{inStock ? m['suppliers.in_stock']() : m['suppliers.no_stock']()}</Pill>
			),
	},
	{ id: 'synced', header: m['suppliers.synced'](), cell: ({ syncedAt }) => (syncedAt ? <Age at={syncedAt} /> : dash) },
	{
		id: 'edit',
		header: m['stock.steps'](),
		align: 'right',
		cell: (row) => (
			<span className="flex flex-wrap justify-end gap-1.5">
				{onDecide && row.askedCost && (
					<Button size="small" onClick={() => onDecide(row)} aria-label={m['suppliers.agree_of']({ title: row.title })}>
						{m['suppliers.agree']()}
					</Button>
				)}
				{onEdit && (
					<Button size="small" onClick={() => onEdit(row)} aria-label={m['suppliers.edit_of']({ title: row.title })}>
						{m['suppliers.edit']()}
					</Button>
				)}
			</span>
		),
	},
]
