// Calculates the amount of a refund, in the smallest unit of its currency. The operator sees it before the server
// calculates it again.

import type { RefundPart } from '@larek/api/admin/types.gen.ts'
import { parseMoney } from '@larek/shared/money.ts'

export interface RefundSums {
	goods: number
	fee: number
	/** The most that may be returned for the chosen parts: what they cost, but not more than is left of the payment. */
	limit: number
}

export function sumsOf(parts: RefundPart[], chosen: readonly string[], left: string): RefundSums {
	const taken = parts.filter(({ id, allowed }) => allowed && chosen.includes(id))
	const goods = taken.reduce((sum, part) => sum + parseMoney(part.goods), 0)
	const fee = taken.reduce((sum, part) => sum + parseMoney(part.fee), 0)
	return { goods, fee, limit: Math.min(goods + fee, parseMoney(left)) }
}

/** Partial amounts are only for delivered units: the others are cancelled whole. */
export const isWholeOnly = (parts: RefundPart[], chosen: readonly string[]) =>
	parts.some(({ id, isDelivered }) => chosen.includes(id) && !isDelivered)

/** «1 097,74», «1097.7», «1097» → kopecks; anything else is no sum. */
export function parseSum(text: string): number | undefined {
	const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\u00a0₽]/g, ''))
	if (!match) return undefined
	const [, whole = '', part = ''] = match
	return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}

/** 109774 → «1097,74», to be edited. */
export const writeSum = (minor: number) => (minor / 100).toFixed(2).replace('.', ',')
