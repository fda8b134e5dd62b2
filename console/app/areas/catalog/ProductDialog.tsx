import type { CatalogDone, CatalogGame, CatalogProduct } from '@larek/api/admin/types.gen.ts'
import { PictureField } from '~/common/PictureField.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, OptionField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import {
	firstProduct,
	type ProductValues,
	productFields,
	productSchema,
	productValues,
	sentSum,
} from './productForm.ts'
import { catalogKeys, sendProduct, sendProductChange } from './queries.ts'

interface ProductDialogProps {
	game: CatalogGame
	/** The product to edit; omit it to create one. Prices have their own dialog. */
	product?: CatalogProduct
	onClose: () => void
}

export function ProductDialog({ game, product, onClose }: ProductDialogProps) {
	const isCode = game.kind === 'pubg'
	return (
		<ActionDialog<ProductValues, CatalogDone>
			open
			onClose={onClose}
			title={product ? m['catalog.product_change']() : m['catalog.product_new']()}
			subtitle={game.fields.title}
			consequences={product ? [] : [isCode ? m['catalog.product_means_codes']() : m['catalog.product_means']()]}
			reasons={reasons()}
			schema={productSchema}
			defaults={product ? productValues(product) : firstProduct(game.fields.icon)}
			submit={product ? m['keys.save']() : m['catalog.add_product']()}
			done={product ? m['catalog.saved']() : m['catalog.product_created']()}
			version={product?.version}
			run={({ reason, ...values }, key, version) => {
				const fields = productFields(values)
				return product
					? sendProductChange(product.id, { version, fields, reason }, key)
					: sendProduct(game.id, { price: sentSum(values.price), fields, reason }, key)
			}}
			invalidate={[catalogKeys.all]}
		>
			{(form) => {
				const { errors } = form.formState
				return (
					<>
						<TextField label={m['catalog.product_name']()} autoComplete="off" {...field(form, 'title')} />
						<div className="grid grid-cols-3 gap-3">
							{!product && <TextField label={m['catalog.price']()} inputMode="decimal" {...field(form, 'price')} />}
							<TextField label={m['catalog.min']()} inputMode="numeric" {...field(form, 'minQuantity')} />
							<TextField label={m['catalog.max']()} inputMode="numeric" {...field(form, 'maxQuantity')} />
						</div>
						{isCode && <TextField label={m['catalog.amount_uc']()} inputMode="numeric" {...field(form, 'amountUc')} />}
						<PictureField
							label={m['catalog.product_picture']()}
							hint={m['catalog.icon_hint']()}
							shape="icon"
							value={form.watch('picture')}
							onChange={(key) => form.setValue('picture', key, { shouldDirty: true, shouldValidate: true })}
							error={errors.picture?.message}
						/>
						<OptionField type="checkbox" label={m['catalog.product_shown']()} {...form.register('isActive')} />
					</>
				)
			}}
		</ActionDialog>
	)
}
