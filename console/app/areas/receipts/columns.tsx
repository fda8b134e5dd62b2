import type { ReceiptRow } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { providerName } from '~/api/names.ts'
import { Age } from '~/kit/Age.tsx'
import { Money } from '~/kit/Money.tsx'
import { Pill } from '~/kit/Pill.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { kindNames, stateNames, stateTones, vatName } from './names.ts'

const link = 'font-medium text-sky hover:underline'

export const columns: Column<ReceiptRow>[] = [
	{ id: 'id', header: m['receipts.id'](), width: 90, cell: ({ id }) => id },
	{ id: 'kind', header: m['receipts.kind'](), phone: 'title', cell: ({ kind }) => kindNames[kind]() },
	{
		id: 'order',
		header: m['receipts.order'](),
		width: 90,
		phone: 'title',
		cell: ({ orderId }) => (
			<Link to={`/orders/${orderId}`} className={link}>
				{orderId}
			</Link>
		),
	},
	{ id: 'created', header: m['receipts.created'](), phone: 'line', cell: ({ created }) => <Age at={created} /> },
	{
		id: 'amount',
		header: m['receipts.amount'](),
		align: 'right',
		phone: 'line',
		cell: ({ amount }) => <Money sum={amount} currency="RUB" strong />,
	},
	{
		id: 'vat',
		header: m['receipts.vat'](),
		cell: ({ vat, vatCode }) => (
			<span title={vatCode ? m['receipts.vat_code']({ code: vatCode }) : undefined}>{vatName(vat)}</span>
		),
	},
	{ id: 'provider', header: m['receipts.provider'](), cell: ({ provider }) => providerName(provider) },
	{
		id: 'state',
		header: m['receipts.state'](),
		phone: 'end',
		cell: ({ state, note }) => (
			<span title={note ?? undefined}>
				<Pill tone={stateTones[state]}>{stateNames[state]()}</Pill>
			</span>
		),
	},
	{
		id: 'refund',
		header: m['receipts.refund'](),
		// The receipt is sent again with its refund, which has the button, the permission and the audit.
		cell: ({ refundId, orderId }) =>
			refundId ? (
				<Link to={`/refunds?order_id=${orderId}`} className={link}>
					{refundId}
				</Link>
			) : (
				<span className="text-muted">—</span>
			),
	},
]
