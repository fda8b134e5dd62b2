import type { QueueDetail } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { sumText } from '~/common/Sum.tsx'
import { m } from '~/paraglide/messages.js'

const inWords: Record<string, () => string> = { RUB: m['cost.rub'], USD: m['cost.usd'] }

/** The currency of a cost, the expected cost and the buyer's price. */
export function costHint({ cost }: QueueDetail): string {
	if (!cost) return m['action.cost_hint']()
	const { currency, expected, price } = cost
	return [
		inWords[currency]?.() ?? m['cost.other']({ currency }),
		expected && m['cost.expected']({ sum: sumText(expected, currency) }),
		m['cost.price']({ sum: formatMoney(parseMoney(price), 'RUB', { exact: true }) }),
	]
		.filter(Boolean)
		.join(' ')
}

/** Shows a typed cost in rubles and the margin, so that typos are seen before sending. */
export function costNote({ cost }: QueueDetail, typed: unknown): { text: string; bad: boolean } | undefined {
	const amount = Number(String(typed).replace(',', '.'))
	if (!cost?.rate || !typed || !(amount > 0)) return undefined
	const rubles = Math.round(amount * Number(cost.rate) * 100)
	const margin = parseMoney(cost.price) - rubles
	const show = (minor: number) => formatMoney(Math.abs(minor), 'RUB', { exact: true })
	return margin < 0
		? { text: m['cost.loss']({ sum: show(rubles), loss: show(margin) }), bad: true }
		: { text: m['cost.margin']({ sum: show(rubles), margin: show(margin) }), bad: false }
}
