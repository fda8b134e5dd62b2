import { formatMoney } from '@larek/shared/money.ts'
import { href, Link } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { orderStatusLabels } from '~/entities/order/orderLabels.ts'
import type { OrderRow } from '~/entities/order/orderRow.ts'
import { m } from '~/paraglide/messages.js'

const tones: Partial<Record<OrderRow['status'], string>> = {
	done: 'text-ink-mint',
	sent: 'text-ink-mint',
	failed: 'text-ink-coral',
}

export function HistoryRow({ row }: { row: OrderRow }) {
	const { id, hash, title, what, status, created, sum, isOpen } = row
	return (
		<li className="border-t-[1.5px] border-dashed border-rule first:border-0">
			<Link
				to={isOpen ? href('/ru/orders/:hash/pay', { hash }) : href('/ru/orders/:hash/details', { hash })}
				className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-tag px-3 py-2.5 hover:bg-rule/35"
			>
				<b className="truncate">{title}</b>
				<b className="text-right whitespace-nowrap">{formatMoney(sum, 'RUB', { exact: true })}</b>
				<span className="min-w-0 text-sm text-ink-soft">
					{what && <span className="line-clamp-2">{what}</span>}
					{m['orders_page.number']({ id })} · <Ago at={created} />
				</span>
				<span className={`self-start text-right text-sm font-semibold ${tones[status] ?? 'text-ink'}`}>
					{isOpen ? m['profile.pay']() : orderStatusLabels[status]()}
				</span>
			</Link>
		</li>
	)
}
