import type { PromoUse } from '@larek/api/admin/types.gen.ts'
import { useSearchParams } from 'react-router'
import { statusLabel, statusTone } from '~/common/orderLabels.ts'
import { Age } from '~/kit/Age.tsx'
import { Money } from '~/kit/Money.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryTable } from '~/kit/QueryTable.tsx'
import { Empty } from '~/kit/states.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { useLabel, useTone } from './labels.ts'
import { usePromoUses } from './queries.ts'

const columns: Column<PromoUse>[] = [
	{ id: 'order', header: m['promo.order'](), width: 96, phone: 'title', cell: ({ orderId }) => orderId },
	{
		id: 'state',
		header: m['promo.use_state'](),
		phone: 'end',
		cell: ({ state }) => <Pill tone={useTone(state)}>{useLabel(state)}</Pill>,
	},
	{
		id: 'discount',
		header: m['promo.discount'](),
		align: 'right',
		phone: 'line',
		cell: (use) => <Money sum={use.discount} />,
	},
	{ id: 'paid', header: m['promo.revenue'](), align: 'right', phone: 'line', cell: ({ paid }) => <Money sum={paid} /> },
	{
		id: 'status',
		header: m['promo.status'](),
		cell: ({ status }) => <Pill tone={statusTone(status)}>{statusLabel(status)}</Pill>,
	},
	{ id: 'at', header: m['promo.at'](), phone: 'line', cell: ({ at }) => <Age at={at} /> },
]

/** The orders that used the code, newest first. */
export function PromoUses({ id }: { id: number }) {
	const [params] = useSearchParams()
	const uses = usePromoUses(id, params.get('cursor') ?? undefined)
	return (
		<section>
			<h2 className="mb-2 text-sm">{m['promo.who']()}</h2>
			<QueryTable
				query={uses}
				skeleton={4}
				empty={<Empty title={m['promo.no_uses']()} hint={m['promo.no_uses_hint']()} />}
				label={m['promo.who']()}
				columns={columns}
				rowKey={({ orderId }) => String(orderId)}
				rowName={({ orderId }) => m['order.title']({ id: orderId })}
				to={({ orderId }) => `/orders/${orderId}`}
			/>
		</section>
	)
}
