import type { OfferRow } from '@larek/api/admin/types.gen.ts'
import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { reasonsOf } from '~/common/reasons.ts'
import { sumText } from '~/common/Sum.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { OptionField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { decideCost, sendOffer, supplierKeys } from './queries.ts'

const schema = z.object({
	priority: z.coerce.number<string>().check(z.multipleOf(1), z.gte(1), z.lte(1000)),
	isActive: z.boolean(),
	sku: z.string().check(z.trim(), z.minLength(1, m['catalog.required']()), z.maxLength(200, m['catalog.too_long']())),
	cost: z.enum(['keep', 'approve', 'refuse']),
})

const reasons = () => [
	{ code: 'offers', label: m['suppliers.reason_offers']() },
	{ code: 'other', label: m['prices.reason_other']() },
]

interface OfferDialogProps {
	row: OfferRow
	/** The supplier's new cost may be decided too. */
	canApprove: boolean
	/** An operator delivers it: there is no SKU. */
	isByHand?: boolean
	/** Other queries that show the offer. */
	also?: QueryKey[]
	onClose: () => void
}

/** Edits the priority of an offer and whether it is used. If a new cost waits for approval, decides only that. */
export function OfferDialog({ row, canApprove, isByHand, also = [], onClose }: OfferDialogProps) {
	const isAsked = row.askedCost !== null && canApprove
	return (
		<ActionDialog<z.input<typeof schema>, unknown, z.output<typeof schema>>
			open
			title={m['suppliers.edit_of']({ title: row.title })}
			subtitle={row.game}
			schema={schema}
			defaults={{
				priority: String(row.priority),
				isActive: row.isActive,
				sku: row.sku,
				cost: isAsked ? 'approve' : 'keep',
			}}
			reasons={isAsked ? reasonsOf('cost_checked') : reasons()}
			submit={m['suppliers.save']()}
			done={m['suppliers.saved']()}
			onClose={onClose}
			run={(values, key) => {
				const { priority, isActive, sku, cost, reason } = values
				if (cost !== 'keep') return decideCost(row.id, cost === 'approve', reason, key)
				return sendOffer(row.id, { priority, isActive, sku: sku === row.sku ? null : sku, reason }, key)
			}}
			invalidate={[supplierKeys.all, ...also]}
		>
			{(form) =>
				isAsked ? (
					<div className="grid gap-2">
						<OptionField
							value="approve"
							label={m['suppliers.approve']({ cost: sumText(row.askedCost ?? '', row.costCurrency) })}
							{...form.register('cost')}
						/>
						<OptionField value="refuse" label={m['suppliers.refuse']()} {...form.register('cost')} />
					</div>
				) : (
					<div className="grid gap-3">
						{!isByHand && (
							<TextField
								label={m['catalog.sku']()}
								hint={m['suppliers.sku_hint']()}
								autoComplete="off"
								error={form.formState.errors.sku?.message}
								{...form.register('sku')}
							/>
						)}
						<TextField label={m['suppliers.priority_hint']()} inputMode="numeric" {...form.register('priority')} />
						<OptionField type="checkbox" label={m['suppliers.used']()} {...form.register('isActive')} />
					</div>
				)
			}
		</ActionDialog>
	)
}
