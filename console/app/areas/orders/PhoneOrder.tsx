import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import type { ReactNode } from 'react'
import { Chips } from '~/kit/Chips.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { Buyer } from './Buyer.tsx'
import { Destination } from './Destination.tsx'
import { Earlier } from './Earlier.tsx'
import { OrderReceipt } from './OrderReceipt.tsx'
import { Situation } from './Situation.tsx'
import { Units } from './Units.tsx'

const tabs = [
	{ value: 'facts', label: m['order.tab_facts']() },
	{ value: 'buyer', label: m['order.tab_buyer']() },
	{ value: 'money', label: m['order.tab_money']() },
	{ value: 'actions', label: m['order.tab_actions']() },
]

interface PhoneOrderProps {
	order: ConsoleOrder
	facts: ReactNode
	/** The next step, all actions and links. */
	actions: ReactNode
}

/** The order on a phone: its state first, the rest in tabs. */
export function PhoneOrder({ order, facts, actions }: PhoneOrderProps) {
	const [tab, setTab] = useSearchState('tab')
	const shown = tab ?? 'facts'
	return (
		<div className="grid grid-cols-[minmax(0,1fr)] gap-3 pb-16">
			<Situation summary={order.summary} />
			<Units order={order} />
			<Destination order={order} />
			<Chips
				joined
				label={m['order.tabs']()}
				value={shown}
				onChange={(value) => setTab(value === 'facts' ? null : value)}
				chips={tabs}
			/>
			{shown === 'facts' && facts}
			{shown === 'money' && <OrderReceipt order={order} />}
			{shown === 'buyer' && (
				<>
					<Buyer order={order} />
					<Earlier order={order} />
				</>
			)}
			{shown === 'actions' && actions}
		</div>
	)
}
