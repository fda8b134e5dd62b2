import type { CatalogGame, CatalogPlan } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { catalogKeys, sendGamePlan, sendProductPlan } from './queries.ts'

/** Planned showings, and those that failed. Nothing is drawn while there is none. */
export function ShowingPlans({ game }: { game: CatalogGame }) {
	const may = useMay()
	const [open, setOpen] = useState<CatalogPlan>()
	if (game.plans.length === 0) return null
	const titleOf = (plan: CatalogPlan) =>
		game.products.find(({ id }) => id === plan.productId)?.fields.title ?? game.fields.title
	return (
		<Card title={m['catalog.plans']()} flush>
			<ul>
				{game.plans.map((plan) => (
					<li key={plan.id} className="flex items-center gap-2 border-t border-hair px-3.5 py-2 first:border-t-0">
						<div className="min-w-0 flex-1">
							<p className="font-semibold">
								{dayAndTime(new Date(plan.at))} · {plan.shown ? m['catalog.show']() : m['catalog.hide']()}
							</p>
							<p className="text-xs text-muted">
								{titleOf(plan)}, {plan.by}
							</p>
							{plan.state === 'refused' && (
								<p className="text-xs text-coral">{m['catalog.plan_refused']({ why: plan.refusal ?? '' })}</p>
							)}
						</div>
						{plan.state === 'scheduled' && may('catalog.write') && (
							<Button size="small" onClick={() => setOpen(plan)}>
								{m['catalog.plan_cancel']()}
							</Button>
						)}
					</li>
				))}
			</ul>
			{open && (
				<ActionDialog
					open
					bad
					title={m['catalog.plan_cancel_title']()}
					subtitle={titleOf(open)}
					consequences={[m['catalog.plan_cancel_means']()]}
					reasons={reasons()}
					submit={m['catalog.plan_cancel']()}
					done={m['catalog.plan_cancelled']()}
					onClose={() => setOpen(undefined)}
					run={({ reason }, key) => {
						const body = { shown: open.shown, at: null, reason }
						return open.productId ? sendProductPlan(open.productId, body, key) : sendGamePlan(game.id, body, key)
					}}
					invalidate={[catalogKeys.all]}
				/>
			)}
		</Card>
	)
}
