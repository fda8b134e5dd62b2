import { useEffect } from 'react'
import { Link } from 'react-router'
import { Ago } from '~/components/Ago.tsx'
import { ButtonLink } from '~/components/Button.tsx'
import { loadMyOrders, myOrders } from '~/entities/order/localOrders.ts'
import { pageHeaders } from '~/lib/caching.ts'
import { useHydrated } from '~/lib/now.ts'
import { hidden } from '~/lib/seo.ts'
import { useStore } from '~/lib/store.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/orders'

export const headers = pageHeaders
/** Only the browser knows which orders are its own. */
export const handle = { alive: true }

export const meta: Route.MetaFunction = () => hidden(m['orders_page.title']())

export default function Orders() {
	const orders = useStore(myOrders)
	const hydrated = useHydrated()
	useEffect(loadMyOrders, [])
	return (
		<>
			<h1 className="head text-2xl">{m['orders_page.heading']()}</h1>
			{orders.length > 0 && <p className="mt-1.5 text-muted">{m['orders_page.lead']()}</p>}
			{orders.length > 0 && (
				<ul className="mt-5 grid gap-2.5 lg:grid-cols-2">
					{orders.map(({ id, hash, title, at }) => (
						<li key={hash}>
							<Link
								to={`/ru/orders/${hash}/details`}
								className="card flex min-h-18 items-center gap-4 px-4 py-3 hover:bg-shelf"
							>
								<span className="min-w-0 flex-1">
									<b className="block truncate">{title}</b>
									<span className="text-sm text-muted">
										{m['orders_page.number']({ id })} · <Ago at={new Date(at).toISOString()} />
									</span>
								</span>
								<span className="text-sm font-semibold">{m['orders_page.open']()}</span>
							</Link>
						</li>
					))}
				</ul>
			)}
			{hydrated && orders.length === 0 && (
				<div className="card mt-5 grid justify-items-start gap-4 p-5">
					<p>{m['orders_page.empty']()}</p>
					<ButtonLink to="/ru/games">{m['orders_page.choose']()}</ButtonLink>
				</div>
			)}
		</>
	)
}
