// The form of a promo code and its request body.

import type { PromoDraft, PromoGenerate } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { sentTime } from '~/common/formTime.ts'
import { rules } from '~/common/SpecDialog.tsx'
import { m } from '~/paraglide/messages.js'

const count = z.string().check(z.trim(), z.regex(/^[1-9]\d{0,6}$/, m['promo.error_number']()))
const optionalCount = z.string().check(z.trim(), z.regex(/^([1-9]\d{0,6})?$/, m['promo.error_number']()))

const terms = {
	percent: z.string().check(z.trim(), z.regex(/^([1-9]\d?|100)$/, m['promo.error_percent']())),
	goods: z.enum(['all', 'games', 'gifts']),
	gameId: z.string(),
	validFrom: z.string(),
	validUntil: z.string(),
	firstOrderOnly: z.boolean(),
}

export const codeSchema = z.object({
	...terms,
	text: z.string().check(z.trim(), z.regex(/^[a-zа-яё\d-]{3,40}$/i, m['promo.error_text']())),
	kind: z.enum(['public', 'welcome', 'recent']),
	totalLimit: optionalCount,
	perBuyerLimit: count,
	budget: rules.optionalAmount,
})

export const batchSchema = z.object({
	...terms,
	title: z.string().check(z.trim(), z.minLength(1, m['promo.error_empty']()), z.maxLength(100)),
	prefix: z.string().check(z.trim(), z.minLength(1, m['promo.error_empty']()), z.maxLength(12)),
	count,
})

export const termsSchema = z.object({
	validUntil: z.string(),
	totalLimit: optionalCount,
	budget: rules.optionalAmount,
})

export type TermValues = z.infer<z.ZodMiniObject<typeof terms>>
export type CodeValues = z.infer<typeof codeSchema>
export type BatchValues = z.infer<typeof batchSchema>

const firstTerms: TermValues = {
	percent: '10',
	goods: 'all',
	gameId: '',
	validFrom: '',
	validUntil: '',
	firstOrderOnly: false,
}
export const firstCode: CodeValues = {
	...firstTerms,
	text: '',
	kind: 'public',
	totalLimit: '',
	perBuyerLimit: '1',
	budget: '',
}
export const firstBatch: BatchValues = { ...firstTerms, title: '', prefix: '', count: '100' }

export const sentCount = (text: string) => (text ? Number(text) : null)

const sentTerms = (values: TermValues) => ({
	percent: Number(values.percent),
	goods: values.goods,
	gameId: values.goods === 'games' && values.gameId ? Number(values.gameId) : null,
	giftId: null,
	validFrom: sentTime(values.validFrom),
	validUntil: sentTime(values.validUntil),
	firstOrderOnly: values.firstOrderOnly,
})

export const draftOf = (values: CodeValues): PromoDraft => ({
	...sentTerms(values),
	text: values.text,
	kind: values.kind,
	totalLimit: sentCount(values.totalLimit),
	perBuyerLimit: Number(values.perBuyerLimit),
	budget: values.budget || null,
})

export const batchOf = (values: BatchValues): Omit<PromoGenerate, 'reason'> => ({
	...sentTerms(values),
	title: values.title,
	prefix: values.prefix,
	count: Number(values.count),
})
