import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { Check, Hourglass, X } from 'lucide-react'
import { Link } from 'react-router'
import { statusLabel, statusTone } from '~/common/orderLabels.ts'
import { Age } from '~/kit/Age.tsx'
import { Card } from '~/kit/Card.tsx'
import { toneText } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

/** Earlier orders for the same player: a known player is rarely a typo. */
export function Earlier({ order }: { order: ConsoleOrder }) {
	if (order.earlier.length === 0) return null
	const all = (
		<Link to={`/orders?player_of=${order.id}`} className="text-xs text-sky hover:underline">
			{m['order.earlier_all']()}
		</Link>
	)
	return (
		<Card title={m['order.earlier']()} aside={order.hasEarlier && all}>
			<ul className="grid grid-cols-[minmax(0,1fr)] gap-1.5">
				{order.earlier.map(({ id, created, status, title }) => {
					const Icon = status === 'done' ? Check : status === 'failed' ? X : Hourglass
					return (
						<li key={id} className="flex items-center gap-2.5">
							<Link to={`/orders/${id}`} className="font-medium hover:underline">
								{id}
							</Link>
							<span className="min-w-0 flex-1 truncate" title={title}>
								{title}
							</span>
							<span className="text-xs text-muted">
								<Age at={created} />
							</span>
							<Icon
								size={14}
								aria-label={statusLabel(status)}
								className={classes('flex-none', toneText[statusTone(status)])}
							/>
						</li>
					)
				})}
			</ul>
		</Card>
	)
}
