import { Link } from 'react-router'
import type { ConsoleOrder } from '~/api/gen/types.gen.ts'
import { statusLabel, statusTone } from '~/features/order/labels.ts'
import { Age } from '~/kit/Age.tsx'
import { Card } from '~/kit/Card.tsx'
import { toneText } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

/** What the same player was sold before: a known one is rarely a mistake. */
export function Earlier({ order }: { order: ConsoleOrder }) {
	if (order.earlier.length === 0) return null
	return (
		<Card title={m['order.earlier']()}>
			<ul className="grid gap-1.5">
				{order.earlier.map(({ id, created, status, title }) => (
					<li key={id} className="flex gap-2.5">
						<Link to={`/orders/${id}`} className="font-medium hover:underline">
							{id}
						</Link>
						<span className="min-w-0 flex-1 truncate">{title}</span>
						<span className="text-muted">
							<Age at={created} />
						</span>
						<span className={toneText[statusTone(status)]}>{statusLabel(status)}</span>
					</li>
				))}
			</ul>
		</Card>
	)
}
