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
	minQuantity: count,
	maxQuantity: count,
	amountUc: z.string().check(z.trim(), z.regex(/^([1-9]\d{0,5})?$/, m['catalog.number']())),
	isActive: z.boolean(),
})

export type ProductValues = z.infer<typeof productSchema>

/** A new product copies the shape of the game's other ones. */
export const firstProduct = (icon: string): ProductValues => ({
	title: '',
	picture: icon,
	price: '',
	minQuantity: '1',
	maxQuantity: '10',
	amountUc: '',
	isActive: true,
})

export const productValues = ({ fields, price }: CatalogProduct): ProductValues => ({
	...fields,
	price,
	minQuantity: String(fields.minQuantity),
	maxQuantity: String(fields.maxQuantity),
	amountUc: fields.amountUc ? String(fields.amountUc) : '',
})

export const productFields = ({ price: _, ...values }: ProductValues): CatalogProductFields => ({
	...values,
	minQuantity: Number(values.minQuantity),
	maxQuantity: Number(values.maxQuantity),
	amountUc: values.amountUc ? Number(values.amountUc) : null,
})
