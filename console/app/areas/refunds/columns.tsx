import type { RefundRow } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { providerName } from '~/api/names.ts'
import { refundLabel, refundTone } from '~/common/orderLabels.ts'
import { Age } from '~/kit/Age.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { Money } from '~/kit/Money.tsx'
import { Pill } from '~/kit/Pill.tsx'
import type { Column } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { RefundMenu } from './RefundMenu.tsx'

const dash = <span className="text-muted">—</span>
const person = (one: RefundRow['grantedBy']) => (one ? <Avatar name={one.name} small /> : dash)

export const columns: Column<RefundRow>[] = [
	{
		id: 'id',
		header: m['refunds.id'](),
		width: 128,
		phone: 'title',
		cell: ({ kind, id }) => (
			<span className="whitespace-nowrap">{kind === 'grant' ? m['refunds.grant']({ id }) : id}</span>
		),
	},
	{
		id: 'order',
		header: m['refunds.order'](),
		width: 90,
		phone: 'title',
		cell: ({ orderId }) => (
			<Link to={`/orders/${orderId}`} className="font-medium text-sky hover:underline">
				{orderId}
			</Link>
		),
	},
	{ id: 'created', header: m['refunds.created'](), phone: 'line', cell: ({ created }) => <Age at={created} /> },
	{
		id: 'amount',
		header: m['refunds.amount'](),
		align: 'right',
		phone: 'line',
		cell: ({ amount, currency }) => <Money sum={amount} currency={currency} strong />,
	},
	{
		id: 'state',
		header: m['refunds.state'](),
		phone: 'end',
		cell: ({ state, note }) => (
			<span title={note ?? undefined}>
				<Pill tone={refundTone(state)}>{refundLabel(state)}</Pill>
			</span>
		),
	},
	{
		id: 'destination',
		header: m['refunds.destination'](),
		cell: ({ destination }) => (destination === 'balance' ? m['order.to_balance']() : m['order.to_method']()),
	},
	{
		id: 'provider',
		header: m['refunds.provider'](),
		cell: ({ provider }) => (provider ? providerName(provider) : dash),
	},
	{ id: 'tries', header: m['refunds.tries'](), align: 'right', width: 70, cell: ({ tries }) => tries },
	{
		id: 'granted',
		header: m['refunds.granted'](),
		align: 'center',
		width: 84,
		cell: ({ grantedBy }) => person(grantedBy),
	},
	{ id: 'sent', header: m['refunds.sent'](), align: 'center', width: 84, cell: ({ sentBy }) => person(sentBy) },
	{
		id: 'actions',
		header: m['refunds.actions'](),
		align: 'right',
		width: 84,
		phone: 'end',
		cell: (row) => <RefundMenu row={row} />,
	},
]
