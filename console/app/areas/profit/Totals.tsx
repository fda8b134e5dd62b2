import type { ProfitRow } from '@larek/api/admin/types.gen.ts'
import { Growth } from '~/common/Growth.tsx'
import { Sum } from '~/common/Sum.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'

/** The totals of the period. */
export function Totals({ total: { now, before } }: { total: ProfitRow }) {
	const cards = [
		[m['profit.revenue'](), now.revenue, before.revenue],
		[m['profit.cost'](), now.cost, before.cost],
		[m['profit.refunds'](), now.refunds, before.refunds],
		[m['profit.margin'](), now.margin, before.margin],
	] as const
	return (
		<div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
			{cards.map(([title, sum, was]) => (
				<Card key={title} title={title}>
					<p className="text-base">
						<Sum sum={sum} currency="RUB" strong />
					</p>
					<p className="text-xs">
						<Growth now={Number(sum)} before={Number(was)} />
					</p>
				</Card>
			))}
		</div>
	)
}
