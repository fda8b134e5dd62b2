import type { CatalogDone, CatalogProduct } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { supplierName } from '~/api/names.ts'
import { useSkuCheck } from '~/areas/suppliers/queries.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { GoodsSearch } from './GoodsSearch.tsx'
import { reasons } from './labels.ts'
import { sentSum } from './productForm.ts'
import { catalogKeys, sendOfferAdd } from './queries.ts'

const schema = z
	.object({
		supplier: z.string(),
		sku: z.string().check(z.trim(), z.minLength(1, m['catalog.required']()), z.maxLength(200, m['catalog.too_long']())),
		priority: z.string().check(z.trim(), z.regex(/^([1-9]\d{0,2}|1000)$/, m['catalog.number']())),
		cost: z.string().check(z.trim()),
	})
	.check(
		z.refine(({ supplier, cost }) => supplier !== 'operator' || /^\d{1,8}([.,]\d{1,2})?$/.test(cost), {
			path: ['cost'],
			message: m['catalog.sum'](),
		}),
	)

type Values = z.infer<typeof schema>

interface OfferAddDialogProps {
	product: CatalogProduct
	/** All suppliers; the dialog omits those that already offer the product. */
	suppliers: string[]
	onClose: () => void
}

/** A supplier's SKU for a product. The supplier reports its cost. */
export function OfferAddDialog({ product, suppliers, onClose }: OfferAddDialogProps) {
	const free = suppliers.filter((name) => !product.offers.some(({ supplier }) => supplier === name))
	const checkSku = useSkuCheck()
	return (
		<ActionDialog<Values, CatalogDone>
			open
			onClose={onClose}
			title={m['catalog.offer_new']()}
			subtitle={product.fields.title}
			consequences={[m['catalog.offer_means']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{ supplier: free[0] ?? '', sku: '', priority: String(product.offers.length + 1), cost: '' }}
			submit={m['catalog.add_offer']()}
			done={({ message }) => message}
			run={async ({ reason, supplier, sku, priority, cost }, key) => {
				if (supplier !== 'operator') await checkSku(supplier, sku)
				const own = supplier === 'operator' ? sentSum(cost) : null
				return sendOfferAdd(product.id, { supplier, sku, priority: Number(priority), cost: own, reason }, key)
			}}
			invalidate={[catalogKeys.all]}
		>
			{(form) => {
				return (
					<>
						<SelectField
							label={m['catalog.supplier']()}
							options={free.map((value) => ({ value, label: supplierName(value) }))}
							{...field(form, 'supplier')}
						/>
						{form.watch('supplier') !== 'operator' && (
							<GoodsSearch
								key={form.watch('supplier')}
								supplier={form.watch('supplier')}
								onChoose={(sku) => form.setValue('sku', sku, { shouldDirty: true, shouldValidate: true })}
							/>
						)}
						<div className="grid gap-3 md:grid-cols-2">
							<TextField label={m['catalog.sku']()} autoComplete="off" {...field(form, 'sku')} />
							<TextField
								label={m['catalog.priority']()}
								hint={m['catalog.priority_hint']()}
								inputMode="numeric"
								{...field(form, 'priority')}
							/>
						</div>
						{form.watch('supplier') === 'operator' && (
							<TextField
								label={m['catalog.own_cost']()}
								hint={m['catalog.own_cost_hint']()}
								inputMode="decimal"
								{...field(form, 'cost')}
							/>
						)}
					</>
				)
			}}
		</ActionDialog>
	)
}
