import type { PastRate } from '@larek/api/admin/types.gen.ts'
import { m } from '~/paraglide/messages.js'

/** `0.16540000` → `0,1654`: drops trailing zeros. */
export const shortRate = (rate: string) =>
	(rate.includes('.') ? rate.replace(/0+$/, '').replace(/\.$/, '') : rate).replace('.', ',')

/** The source of a rate: the bank with our margin, a person, or the demo data. */
export function sourceLabel({ source }: Pick<PastRate, 'source'>, margin: string): string {
	if (source === 'operator') return m['methods.rate_operator']()
	if (source === 'seed') return m['methods.rate_seed']()
	return Number(margin) > 0 ? m['methods.rate_bank_plus']({ margin: shortRate(margin) }) : m['methods.rate_bank']()
}
