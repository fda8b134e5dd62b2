import type { OfferRow } from '@larek/api/admin/types.gen.ts'
import type { QueryKey } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { OptionField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { sendOffer, supplierKeys, useSkuCheck } from './queries.ts'

const schema = z.object({
	priority: z.coerce.number<string>().check(z.multipleOf(1), z.gte(1), z.lte(1000)),
	isActive: z.boolean(),
	sku: z.string().check(z.trim(), z.minLength(1, m['catalog.required']()), z.maxLength(200, m['catalog.too_long']())),
})

const reasons = () => [
	{ code: 'offers', label: m['suppliers.reason_offers']() },
	{ code: 'other', label: m['prices.reason_other']() },
]

interface OfferDialogProps {
	row: OfferRow
	/** `operator` needs no SKU. */
	supplier: string
	/** Other queries that show the offer. */
	also?: QueryKey[]
	onClose: () => void
}

/** Edits the SKU of an offer, its priority and whether it is used. */
export function OfferDialog({ row, supplier, also = [], onClose }: OfferDialogProps) {
	const checkSku = useSkuCheck()
	return (
		<ActionDialog<z.input<typeof schema>, unknown, z.output<typeof schema>>
			open
			title={m['suppliers.edit_of']({ title: row.title })}
			subtitle={row.game}
			schema={schema}
			defaults={{ priority: String(row.priority), isActive: row.isActive, sku: row.sku }}
			reasons={reasons()}
			submit={m['suppliers.save']()}
			done={m['suppliers.saved']()}
			onClose={onClose}
			run={async ({ sku, ...values }, key) => {
				const isNew = sku !== row.sku
				if (isNew) await checkSku(supplier, sku)
				return sendOffer(row.id, { ...values, sku: isNew ? sku : null }, key)
			}}
			invalidate={[supplierKeys.all, ...also]}
		>
			{(form) => (
				<div className="grid gap-3">
					{supplier !== 'operator' && (
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
			)}
		</ActionDialog>
	)
}
