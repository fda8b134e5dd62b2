import { href, Link, useRevalidator } from 'react-router'
import { Button, ButtonLink } from '~/components/Button.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { OrderList } from '~/features/order/OrderList.tsx'
import { pageHeaders } from '~/lib/caching.ts'
import { noIndex } from '~/lib/seo.ts'
import { m } from '~/paraglide/messages.js'
import type { Route } from './+types/orders'

export const headers = pageHeaders
/** Only the browser knows which orders are its own, and who is signed in. */
export const handle = { hydrate: 'immediately' }

export const meta: Route.MetaFunction = () => noIndex(m['orders_page.title']())

export async function clientLoader() {
	const { loadOrders } = await import('~/features/order/orders.client.ts')
	return loadOrders()
}

export default function Orders({ loaderData: { account, isFailed, guest } }: Route.ComponentProps) {
	const isEmpty = !isFailed && !account?.rows.length && guest.length === 0
	const items = guest.map(({ at, ...order }) => ({ ...order, created: new Date(at).toISOString() }))
	return (
		<>
			<Heading />
			{isFailed && <Failed />}
			{account && account.rows.length > 0 && (
				<>
					<p className="mt-1.5 text-muted">{m['orders_page.account']()}</p>
					<OrderList items={account.rows.map((row) => ({ ...row, row }))} />
					{account.isMore && (
						<Link
							to={href('/ru/profile')}
							className="mt-4 inline-flex min-h-11 items-center underline underline-offset-3"
						>
							{m['orders_page.all']()}
						</Link>
					)}
				</>
			)}
			{items.length > 0 && (
				<section className={account ? 'mt-8' : undefined}>
					{account ? (
						<h2 className="text-lg">{m['orders_page.guest']()}</h2>
					) : (
						<p className="mt-1.5 text-muted">{m['orders_page.lead']()}</p>
					)}
					<OrderList items={items} />
				</section>
			)}
			{isEmpty && (
				<div className="card mt-5 grid justify-items-start gap-4 p-5">
					<p>{m['orders_page.empty']()}</p>
					<ButtonLink to={href('/ru/games')}>{m['orders_page.choose']()}</ButtonLink>
				</div>
			)}
		</>
	)
}

export function HydrateFallback() {
	return (
		<>
			<Heading />
			<noscript>
				<p className="card mt-5 p-5">{m['orders_page.no_script']()}</p>
			</noscript>
			<div role="status" className="mt-11 grid gap-2.5 lg:grid-cols-2">
				<span className="sr-only">{m['common.loading']()}</span>
				{[0, 1, 2, 3].map((at) => (
					<Skeleton key={at} className="h-18" />
				))}
			</div>
		</>
	)
}

const Heading = () => <h1 className="head text-2xl">{m['orders_page.heading']()}</h1>

function Failed() {
	const { revalidate, state } = useRevalidator()
	return (
		<div role="alert" className="card mt-5 flex flex-wrap items-center justify-between gap-3 p-4">
			{m['orders_page.failed']()}
			<Button size="small" busy={state !== 'idle'} onClick={() => revalidate()}>
				{m['common.retry']()}
			</Button>
		</div>
	)
}
