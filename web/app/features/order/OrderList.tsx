import { classes } from '@larek/shared/classes.ts'
import { href, Link } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { buttonClass } from '~/components/Button.tsx'
import { type OrderRow, rowSum } from '~/entities/order/orderRow.ts'
import { useMarket } from '~/lib/market.ts'
import { m } from '~/paraglide/messages.js'

const tones = { good: 'text-mint', bad: 'text-coral', plain: '' }

interface Item {
	id: number
	hash: string
	title: string
	created: string
	row: OrderRow | null
}

export function OrderList({ items }: { items: Item[] }) {
	return (
		<ul className="mt-5 grid gap-2.5 lg:grid-cols-2">
			{items.map((item) => (
				<li key={item.hash}>
					<OrderCard {...item} />
				</li>
			))}
		</ul>
	)
}

/** The whole card opens the order; an unpaid one has the next step on it. */
function OrderCard({ id, hash, title, created, row }: Item) {
	const market = useMarket()
	return (
		<article className="card relative grid min-h-18 grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 px-4 py-3 hover:bg-shelf">
			<Link to={href('/ru/orders/:hash/details', { hash })} className="truncate font-bold after:absolute after:inset-0">
				{title}
			</Link>
			<b className="text-right whitespace-nowrap">{row && rowSum(row, market)}</b>
			<span className="min-w-0 text-sm text-muted">
				{row?.what && <span className="line-clamp-2">{row.what}</span>}
				{m['orders_page.number']({ id })} · <Ago at={created} />
			</span>
			{row?.isOpen ? (
				<Link to={href('/ru/orders/:hash/pay', { hash })} className={buttonClass({ size: 'small' }, 'relative mt-1.5')}>
					{m['orders_page.pay']()}
				</Link>
			) : (
				<span className={classes('text-right text-sm font-semibold', row ? tones[row.tone] : 'text-muted')}>
					{row ? row.status : m['orders_page.open']()}
				</span>
			)}
		</article>
	)
}
