import type { CustomerFinding, CustomerRow } from '@larek/api/admin/types.gen.ts'
import { Search } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { Age } from '~/kit/Age.tsx'
import { Button } from '~/kit/Button.tsx'
import { TextField } from '~/kit/fields.tsx'
import { Money } from '~/kit/Money.tsx'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { type Column, Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'
import { CustomerState } from './CustomerState.tsx'
import { useFound } from './queries.ts'

const columns: Column<CustomerRow>[] = [
	{ id: 'name', header: m['customers.name'](), phone: 'title', cell: ({ nickname }) => nickname },
	{ id: 'email', header: m['customers.email'](), phone: 'line', cell: ({ email }) => email ?? '—' },
	{ id: 'orders', header: m['customers.orders'](), align: 'right', cell: ({ orders }) => orders },
	{ id: 'spent', header: m['customers.spent'](), align: 'right', cell: ({ spent }) => <Money sum={spent} /> },
	{ id: 'refunds', header: m['customers.refunds'](), align: 'right', cell: ({ refunds }) => refunds },
	{ id: 'balance', header: m['customers.balance'](), align: 'right', cell: ({ balance }) => <Money sum={balance} /> },
	{ id: 'last', header: m['customers.last'](), cell: ({ lastAt }) => (lastAt ? <Age at={lastAt} /> : '—') },
	{ id: 'state', header: m['customers.state'](), phone: 'end', cell: (row) => <CustomerState row={row} /> },
]

/** Finds a buyer by a whole email address, phone or account number. */
export default function CustomersPage() {
	const [typed, setTyped] = useState('')
	const [text, setText] = useState('')
	const found = useFound(text)
	const submit = (event: FormEvent) => {
		event.preventDefault()
		setText(typed.trim())
	}
	return (
		<Page title={m['customers.title']()}>
			<form onSubmit={submit} className="mb-4 flex max-w-140 flex-wrap items-end gap-2">
				<div className="min-w-60 flex-1">
					<TextField
						type="search"
						label={m['customers.find']()}
						hint={m['customers.find_hint']()}
						value={typed}
						onChange={({ target }) => setTyped(target.value)}
					/>
				</div>
				<Button type="submit" icon={Search} look="lamp" busy={found.isFetching}>
					{m['customers.search']()}
				</Button>
			</form>
			{text && (
				<QueryBoundary query={found} skeleton={<SkeletonRows rows={3} />}>
					{(data) => <Results found={data} />}
				</QueryBoundary>
			)}
		</Page>
	)
}

function Results({ found: { results, guestOrders } }: { found: CustomerFinding }) {
	if (results.length === 0 && guestOrders.length === 0)
		return <Empty title={m['customers.nobody']()} hint={m['customers.nobody_hint']()} />
	return (
		<div className="grid gap-3">
			{results.length > 0 && (
				<Table
					label={m['customers.title']()}
					columns={columns}
					rows={results}
					rowKey={({ id }) => String(id)}
					rowName={({ nickname }) => nickname}
					to={({ id }) => `/customers/${id}`}
				/>
			)}
			{guestOrders.length > 0 && (
				<p className="flex flex-wrap gap-x-3 gap-y-1">
					{m['customers.guest_orders']()}
					{guestOrders.map((id) => (
						<Link key={id} to={`/orders/${id}`} className="text-sky hover:underline">
							{m['customers.order']({ id })}
						</Link>
					))}
				</p>
			)}
		</div>
	)
}
