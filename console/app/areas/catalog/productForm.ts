// The form of a product and its request body.

import type { CatalogProduct, CatalogProductFields } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { m } from '~/paraglide/messages.js'

const count = z.string().check(z.trim(), z.regex(/^[1-9]\d{0,3}$/, m['catalog.number']()))

/** A sum as it is typed: a comma is fine, kopecks may be missing. */
export const sumRule = z.string().check(z.trim(), z.regex(/^\d{1,8}([.,]\d{1,2})?$/, m['catalog.sum']()))

export const sentSum = (text: string) => Number(text.trim().replace(',', '.')).toFixed(2)

export const productSchema = z.object({
	title: z.string().check(z.trim(), z.minLength(1, m['catalog.required']()), z.maxLength(200, m['catalog.too_long']())),
	picture: z.string().check(z.regex(/^[0-9a-z]{26}$/, m['catalog.picture_needed']())),
	price: sumRule,
	min_quantity: count,
	max_quantity: count,
	amount_uc: z.string().check(z.trim(), z.regex(/^([1-9]\d{0,5})?$/, m['catalog.number']())),
	is_active: z.boolean(),
})

export type ProductValues = z.infer<typeof productSchema>

/** A new product copies the shape of the game's other ones. */
export const firstProduct = (icon: string): ProductValues => ({
	title: '',
	picture: icon,
	price: '',
	min_quantity: '1',
	max_quantity: '10',
	amount_uc: '',
	is_active: true,
})

export const productValues = ({ fields, price }: CatalogProduct): ProductValues => ({
	title: fields.title,
	picture: fields.picture,
	price,
	min_quantity: String(fields.minQuantity),
	max_quantity: String(fields.maxQuantity),
	amount_uc: fields.amountUc ? String(fields.amountUc) : '',
	is_active: fields.isActive,
})

export const productFields = (values: ProductValues): CatalogProductFields => ({
	title: values.title.trim(),
	picture: values.picture,
	minQuantity: Number(values.min_quantity),
	maxQuantity: Number(values.max_quantity),
	amountUc: values.amount_uc ? Number(values.amount_uc) : null,
	isActive: values.is_active,
})
