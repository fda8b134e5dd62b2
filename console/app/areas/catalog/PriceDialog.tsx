import type { CatalogProduct, PricesDone } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { priceKeys, savePrices } from '~/areas/prices/queries.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { sentSum, sumRule } from './productForm.ts'
import { catalogKeys } from './queries.ts'

const schema = z.object({ price: sumRule })

type Values = z.infer<typeof schema>

/** One price, changed as in the table of prices: with its history, and refused below cost. */
export function PriceDialog({ product, onClose }: { product: CatalogProduct; onClose: () => void }) {
	return (
		<ActionDialog<Values, PricesDone>
			open
			onClose={onClose}
			title={m['catalog.price_title']()}
			subtitle={product.fields.title}
			consequences={[m['catalog.price_means']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{ price: product.price.replace('.', ',') }}
			submit={m['keys.save']()}
			done={m['catalog.price_saved']()}
			version={product.priceVersion}
			run={({ price, reason }, key, version) => {
				const change = { id: product.id, price: sentSum(price), version }
				return savePrices({ goods: 'product', changes: [change], applyAt: null, reason }, key)
			}}
			invalidate={[catalogKeys.all, priceKeys.all]}
		>
			{(form) => <TextField label={m['catalog.price']()} inputMode="decimal" {...field(form, 'price')} />}
		</ActionDialog>
	)
}
