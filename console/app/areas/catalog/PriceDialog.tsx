import type { CatalogProduct, PricesDone } from '@larek/api/admin/types.gen.ts'
import { useDeferredValue } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { ResponseError } from '~/api/problem.ts'
import { isRisky, signedPercent } from '~/areas/prices/draft.ts'
import { priceKeys, savePrices, usePricePreview } from '~/areas/prices/queries.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { sentSum, sumRule } from './productForm.ts'
import { catalogKeys } from './queries.ts'

const schema = z.object({ price: sumRule, sure: z.boolean() })

type Values = z.infer<typeof schema>

/** One price, changed as in the table of prices: with its history, and refused below cost. */
export function PriceDialog({
	product,
	game,
	onClose,
}: {
	product: CatalogProduct
	game: number
	onClose: () => void
}) {
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
				if (document.getElementById(sureId) && !sure) return Promise.reject(needsConsent())
				const change = { id: product.id, price: sentSum(price), version }
				return savePrices({ goods: 'product', changes: [change], applyAt: null, reason }, key)
			}}
			invalidate={[catalogKeys.all, priceKeys.all]}
		>
			{(form) => (
				<>
					<TextField label={m['catalog.price']()} inputMode="decimal" {...field(form, 'price')} />
					<PriceWarning form={form} product={product} game={game} />
				</>
			)}
		</ActionDialog>
	)
}

const sureId = 'price-sure'

/** Rejected here too, because a mistyped price costs money at once. */
const needsConsent = () =>
	new ResponseError(422, { code: 'invalid', detail: '', fields: [{ field: 'sure', detail: m['prices.confirm']() }] })

interface PriceWarningProps {
	form: UseFormReturn<Values>
	product: CatalogProduct
	game: number
}

/** Warns about a price below cost or far from the old one, with a checkbox to confirm it. */
function PriceWarning({ form, product, game }: PriceWarningProps) {
	const price = useDeferredValue(form.watch('price'))
	const isChanged = sumRule.safeParse(price).success && sentSum(price) !== product.price
	const rows = isChanged ? [{ id: product.id, title: product.fields.title, price }] : []
	const { data } = usePricePreview({ goods: 'product', gameId: game, rows })
	const row = isChanged ? data?.rows[0] : undefined
	if (!row || !isRisky(row)) return null
	return (
		<Note tone="bad">
			{[row.changePercent && signedPercent(row.changePercent), row.words].filter(Boolean).join(' · ')}
			<label className="mt-2 flex items-center gap-2">
				<input id={sureId} type="checkbox" className="tick" {...form.register('sure')} />
				{m['prices.confirm']()}
			</label>
			{form.formState.errors.sure && (
				<p role="alert" className="mt-1 text-xs text-coral">
					{form.formState.errors.sure.message}
				</p>
			)}
		</Note>
	)
}
