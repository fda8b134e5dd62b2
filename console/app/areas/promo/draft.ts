// The form of a promo code and its request body. Names are those of the request: refusals name fields by them.

import type { PromoDraft, PromoGenerate } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { rules } from '~/common/SpecDialog.tsx'
import { m } from '~/paraglide/messages.js'

const count = z.string().check(z.trim(), z.regex(/^[1-9]\d{0,6}$/, m['promo.error_number']()))
const optionalCount = z.string().check(z.trim(), z.regex(/^([1-9]\d{0,6})?$/, m['promo.error_number']()))

const terms = {
	percent: z.string().check(z.trim(), z.regex(/^([1-9]\d?|100)$/, m['promo.error_percent']())),
	goods: z.enum(['all', 'games', 'gifts']),
	game_id: z.string(),
	valid_from: z.string(),
	valid_until: z.string(),
	first_order_only: z.boolean(),
}

export const codeSchema = z.object({
	...terms,
	text: z.string().check(z.trim(), z.regex(/^[a-zа-яё\d-]{3,40}$/i, m['promo.error_text']())),
	kind: z.enum(['public', 'welcome', 'recent']),
	total_limit: optionalCount,
	per_buyer_limit: count,
	budget: rules.optionalAmount,
})

export const batchSchema = z.object({
	...terms,
	title: z.string().check(z.trim(), z.minLength(1, m['promo.error_empty']()), z.maxLength(100)),
	prefix: z.string().check(z.trim(), z.minLength(1, m['promo.error_empty']()), z.maxLength(12)),
	count,
})

export const termsSchema = z.object({
	valid_until: z.string(),
	total_limit: optionalCount,
	budget: rules.optionalAmount,
})

export type TermValues = z.infer<z.ZodMiniObject<typeof terms>>
export type CodeValues = z.infer<typeof codeSchema>
export type BatchValues = z.infer<typeof batchSchema>

const firstTerms: TermValues = {
	percent: '10',
	goods: 'all',
	game_id: '',
	valid_from: '',
	valid_until: '',
	first_order_only: false,
}
export const firstCode: CodeValues = {
	...firstTerms,
	text: '',
	kind: 'public',
	total_limit: '',
	per_buyer_limit: '1',
	budget: '',
}
export const firstBatch: BatchValues = { ...firstTerms, title: '', prefix: '', count: '100' }

/** A time of the form, in the operator's time zone, as it is sent. */
export const sentTime = (text: string) => (text ? new Date(text).toISOString() : null)
/** A sent time as the form shows it. */
export function shownTime(iso: string | null): string {
	if (!iso) return ''
	const time = new Date(iso)
	return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}
export const sentCount = (text: string) => (text ? Number(text) : null)

const sentTerms = (values: TermValues) => ({
	percent: Number(values.percent),
	goods: values.goods,
	gameId: values.goods === 'games' && values.game_id ? Number(values.game_id) : null,
	giftId: null,
	validFrom: sentTime(values.valid_from),
	validUntil: sentTime(values.valid_until),
	firstOrderOnly: values.first_order_only,
})

export const draftOf = (values: CodeValues): PromoDraft => ({
	...sentTerms(values),
	text: values.text,
	kind: values.kind,
	totalLimit: sentCount(values.total_limit),
	perBuyerLimit: Number(values.per_buyer_limit),
	budget: values.budget || null,
})

export const batchOf = (values: BatchValues): Omit<PromoGenerate, 'reason'> => ({
	...sentTerms(values),
	title: values.title,
	prefix: values.prefix,
	count: Number(values.count),
})
