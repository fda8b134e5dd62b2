import type { BatchAction, ConsoleOrderRow } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { BellRing, RefreshCw, StickyNote } from 'lucide-react'
import { useState } from 'react'
import { BulkBar } from '~/kit/BulkBar.tsx'
import type { Selection } from '~/kit/selection.ts'
import { m } from '~/paraglide/messages.js'
import { BatchDialog } from './BatchDialog.tsx'

const actions = [
	{ name: 'order.ask', label: m['orders.ask'](), icon: RefreshCw },
	{ name: 'order.wake', label: m['orders.wake'](), icon: BellRing },
	{ name: 'order.note', label: m['orders.note'](), icon: StickyNote },
] as const satisfies { name: BatchAction; label: string; icon: typeof RefreshCw }[]

/** Actions on the selected orders; each order is checked and recorded separately. */
export function OrdersBulk({ rows, selection }: { rows: ConsoleOrderRow[]; selection: Selection }) {
	const [action, setAction] = useState<BatchAction>()
	const chosen = rows.filter(({ id }) => selection.keys.has(String(id)))
	const sum = chosen.reduce((total, row) => total + parseMoney(row.sum), 0)
	return (
		<>
			<BulkBar
				selection={selection}
				sum={formatMoney(sum, 'RUB', { exact: true })}
				actions={actions.map(({ name, label, icon }) => ({ label, icon, run: () => setAction(name) }))}
			/>
			{action && (
				<BatchDialog
					action={action}
					label={actions.find(({ name }) => name === action)?.label ?? ''}
					orders={[...selection.keys].map(Number)}
					onClose={() => setAction(undefined)}
					onDone={selection.clear}
				/>
			)}
		</>
	)
}
