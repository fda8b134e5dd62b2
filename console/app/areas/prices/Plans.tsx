import type { PriceBatch } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { useState } from 'react'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import { cancelPlan, priceKeys, usePlans } from './queries.ts'

/** Planned prices. Nothing is drawn while there are none. */
export function Plans({ canWrite }: { canWrite: boolean }) {
	const plans = usePlans()
	const [open, setOpen] = useState<PriceBatch>()
	const list = plans.data?.results ?? []
	if (list.length === 0) return null
	return (
		<Card title={m['prices.plans']()} flush>
			<ul>
				{list.map((plan) => (
					<li key={plan.id} className="flex items-center gap-2 border-t border-hair px-3.5 py-2 first:border-t-0">
						<div className="min-w-0 flex-1">
							<p className="font-semibold">
								{dayAndTime(new Date(plan.applyAt))} · {m['prices.count']({ count: plan.prices })}
							</p>
							<p className="truncate text-xs text-muted">
								{plan.by.name}
								{plan.reason.text && `: ${plan.reason.text}`}
							</p>
						</div>
						{canWrite && (
							<Button size="small" look="bad" onClick={() => setOpen(plan)}>
								{m['prices.cancel_plan']()}
							</Button>
						)}
					</li>
				))}
			</ul>
			{open && (
				<ActionDialog
					open
					bad
					title={m['prices.cancel_title']()}
					subtitle={m['prices.count']({ count: open.prices })}
					consequences={[m['prices.cancel_means']()]}
					reasons={[
						{ code: 'mistake', label: m['prices.reason_mistake']() },
						{ code: 'other', label: m['prices.reason_other']() },
					]}
					submit={m['prices.cancel_plan']()}
					done={m['prices.cancelled']()}
					onClose={() => setOpen(undefined)}
					run={({ reason }, key) => cancelPlan(open.id, reason, key)}
					invalidate={[priceKeys.all]}
				/>
			)}
		</Card>
	)
}
