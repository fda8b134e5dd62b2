import type { CatalogProduct, PricesDone } from '@larek/api/admin/types.gen.ts'
import { useDeferredValue } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { PriceWarning } from '~/areas/prices/PriceWarning.tsx'
import { priceKeys, savePrice } from '~/areas/prices/queries.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { sentSum, sumRule } from './productForm.ts'
import { catalogKeys } from './queries.ts'

const schema = z.object({ price: sumRule, sure: z.boolean() })

type Values = z.infer<typeof schema>

interface PriceDialogProps {
	product: CatalogProduct
	game: number
	onClose: () => void
}

/** One price, changed as in the table of prices: with its history, and refused below cost. */
export function PriceDialog({ product, game, onClose }: PriceDialogProps) {
	return (
		<ActionDialog<Values, PricesDone>
			open
			onClose={onClose}
			title={m['catalog.price_title']()}
			subtitle={product.fields.title}
			consequences={[m['catalog.price_means']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{ price: product.price.replace('.', ','), sure: false }}
			submit={m['keys.save']()}
			done={m['catalog.price_saved']()}
			version={product.priceVersion}
			run={({ price, sure, reason }, key, version) => {
				const changes = [{ id: product.id, price: sentSum(price), version }]
				return savePrice({ goods: 'product', gameId: game, changes, isSure: sure, reason }, key)
			}}
			invalidate={[catalogKeys.all, priceKeys.all]}
		>
			{(form) => (
				<>
					<TextField label={m['catalog.price']()} inputMode="decimal" {...field(form, 'price')} />
					<Warning form={form} product={product} game={game} />
				</>
			)}
		</ActionDialog>
	)
}

function Warning({ form, product, game }: { form: UseFormReturn<Values>; product: CatalogProduct; game: number }) {
	const price = useDeferredValue(form.watch('price'))
	const isChanged = sumRule.safeParse(price).success && sentSum(price) !== product.price
	const rows = isChanged ? [{ id: product.id, title: product.fields.title, price }] : []
	return <PriceWarning body={{ goods: 'product', gameId: game, rows }} sure={field(form, 'sure')} />
}
