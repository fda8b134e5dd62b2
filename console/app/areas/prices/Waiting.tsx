import type { PriceWaiting } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { Money } from '~/kit/Money.tsx'
import { m } from '~/paraglide/messages.js'
import { sharePercent } from './draft.ts'
import { priceKeys, sendDecision, useWaitingPrices } from './queries.ts'

/** Price changes by rules that need approval; renders nothing without any. */
export function Waiting({ canWrite }: { canWrite: boolean }) {
	const waiting = useWaitingPrices()
	const [open, setOpen] = useState<{ row: PriceWaiting; approve: boolean }>()
	const rows = waiting.data?.results ?? []
	if (rows.length === 0) return null
	return (
		<Card title={m['prices.waiting']()}>
			<p className="mb-2 text-xs text-muted">{m['prices.waiting_hint']()}</p>
			<ul className="grid gap-3">
				{rows.map((row) => (
					<li key={row.productId} className="grid gap-1">
						<span>
							<strong>{row.title}</strong> <span className="text-xs text-muted">{row.game}</span>
						</span>
						<span>
							<Money sum={row.oldPrice} /> → <Money sum={row.price} strong />{' '}
							<span className="text-lamp-text">{sharePercent(row.changePercent)}</span>
							{row.cost && (
								<span className="block text-xs text-muted">
									{m['prices.cost']()} <Money sum={row.cost} />
								</span>
							)}
						</span>
						{canWrite && (
							<span className="flex gap-2">
								<Button size="small" onClick={() => setOpen({ row, approve: true })}>
									{m['prices.approve']()}
								</Button>
								<Button size="small" look="flat" onClick={() => setOpen({ row, approve: false })}>
									{m['prices.decline']()}
								</Button>
							</span>
						)}
					</li>
				))}
			</ul>
			{open && <DecideDialog {...open} onClose={() => setOpen(undefined)} />}
		</Card>
	)
}

function DecideDialog({ row, approve, onClose }: { row: PriceWaiting; approve: boolean; onClose: () => void }) {
	const price = `${row.price.replace('.', ',')} ₽`
	return (
		<ActionDialog
			open
			title={approve ? m['prices.decide_title']() : m['prices.decline_title']()}
			subtitle={`${row.game}, ${row.title}`}
			consequences={[approve ? m['prices.approve_means']({ price }) : m['prices.decline_means']()]}
			reasons={[
				{ code: 'cost_checked', label: m['reason.cost_checked']() },
				{ code: 'other', label: m['reason.other']() },
			]}
			submit={approve ? m['prices.approve']() : m['prices.decline']()}
			done={approve ? m['prices.approved']() : m['prices.declined']()}
			onClose={onClose}
			version={row.version}
			run={({ reason }, key, version) =>
				sendDecision(row.productId, { price: row.price, version, approve, reason }, key)
			}
			invalidate={[priceKeys.all]}
		/>
	)
}
