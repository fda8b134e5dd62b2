import type { OfferRow } from '@larek/api/admin/types.gen.ts'
import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { factText } from '~/common/factText.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { sumText } from '~/common/Sum.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Detail, Details } from '~/kit/Card.tsx'
import { OptionField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { decideCost, supplierKeys, useAskedCost } from './queries.ts'

const schema = z.object({ cost: z.enum(['approve', 'refuse']) })

interface CostDialogProps {
	row: Pick<OfferRow, 'id' | 'title' | 'game' | 'askedCost' | 'costCurrency'>
	/** Other queries that show the offer. */
	also?: QueryKey[]
	onClose: () => void
}

/** Accepts or refuses the cost a supplier asks, beside our price, rubles and the margin. */
export function CostDialog({ row, also = [], onClose }: CostDialogProps) {
	const { data } = useAskedCost(row.id)
	return (
		<ActionDialog<z.infer<typeof schema>, unknown>
			open
			title={m['suppliers.agree_of']({ title: row.title })}
			subtitle={row.game}
			schema={schema}
			defaults={{ cost: 'approve' }}
			reasons={reasonsOf('cost_checked')}
			submit={m['suppliers.save']()}
			done={m['suppliers.saved']()}
			onClose={onClose}
			run={({ cost, reason }, key) => decideCost(row.id, cost === 'approve', reason, key)}
			invalidate={[supplierKeys.all, ['queue'], ...also]}
		>
			{(form) => (
				<div className="grid gap-2">
					{data && (
						<Details wide>
							{data.facts.map(({ label, value, kind }) => (
								<Detail key={label} name={label}>
									{factText(kind, value)}
								</Detail>
							))}
						</Details>
					)}
					<OptionField
						value="approve"
						label={m['suppliers.approve']({ cost: sumText(row.askedCost ?? '', row.costCurrency) })}
						{...form.register('cost')}
					/>
					<OptionField value="refuse" label={m['suppliers.refuse']()} {...form.register('cost')} />
				</div>
			)}
		</ActionDialog>
	)
}
