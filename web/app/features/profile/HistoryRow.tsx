import { href, Link } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { type OrderRow, rowSum } from '~/entities/order/orderRow.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'

const tones = { good: 'text-ink-mint', bad: 'text-ink-coral', plain: 'text-ink' }

export default function HistoryRow({ row }: { row: OrderRow }) {
	const { id, hash, title, what, status, tone, created, isOpen } = row
	return (
		<li className="border-t-[1.5px] border-dashed border-rule first:border-0">
			<Link
				to={isOpen ? href('/ru/orders/:hash/pay', { hash }) : href('/ru/orders/:hash/details', { hash })}
				className="grid min-h-16 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 rounded-tag px-3 py-2.5 hover:bg-rule/35"
			>
				<b className="truncate">{title}</b>
				<b className="text-right whitespace-nowrap">{rowSum(row, useMarket())}</b>
				<span className="min-w-0 text-sm text-ink-soft">
					{what && <span className="line-clamp-2">{what}</span>}
					{m['orders_page.number']({ id })} · <Ago at={created} />
				</span>
				<span className={`self-start text-right text-sm font-semibold ${tones[tone]}`}>
					{isOpen ? m['profile.pay']() : status}
				</span>
			</Link>
		</li>
	)
}
