import type { QueueCost } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { m } from '~/paraglide/messages.js'
import { sumText } from './Sum.tsx'

type Cost = QueueCost | null | undefined

const inWords: Record<string, () => string> = { RUB: m['cost.rub'], USD: m['cost.usd'] }

const rubles = (minor: number) => formatMoney(Math.abs(minor), 'RUB', { exact: true })

const inCurrency = ({ currency }: QueueCost) => inWords[currency]?.() ?? m['cost.other']({ currency })

const paid = ({ price }: QueueCost) => m['cost.price']({ sum: rubles(parseMoney(price)) })

/** The currency of a cost, the expected cost and the buyer's price. */
export function costHint(cost: Cost): string {
	if (!cost) return m['action.cost_hint']()
	const { currency, expected } = cost
	const parts = [
		`${inCurrency(cost)}; ${m['cost.empty']()}.`,
		expected && m['cost.expected']({ sum: sumText(expected, currency) }),
		paid(cost),
	]
	return parts.filter(Boolean).join(' ')
}

/** The same of a cost that was recorded and is corrected. */
export function recordedHint(cost: Cost): string {
	if (!cost) return ''
	const recorded = cost.expected && m['cost.recorded']({ sum: sumText(cost.expected, cost.currency) })
	return [`${inCurrency(cost)}.`, recorded, paid(cost)].filter(Boolean).join(' ')
}

/** Shows a typed cost in rubles and the margin, so that typos are seen before sending. */
export function costNote(cost: Cost, typed: unknown): { text: string; bad: boolean } | undefined {
	const amount = Number(String(typed).replace(',', '.'))
	if (!cost?.rate || !typed || !(amount > 0)) return undefined
	const worth = Math.round(amount * Number(cost.rate) * 100)
	const margin = parseMoney(cost.price) - worth
	return margin < 0
		? { text: m['cost.loss']({ sum: rubles(worth), loss: rubles(margin) }), bad: true }
		: { text: m['cost.margin']({ sum: rubles(worth), margin: rubles(margin) }), bad: false }
}

/** The cost of several units together, or null if their currencies differ. */
export function sumCosts(costs: Cost[]): Cost {
	const [first, ...rest] = costs.filter((cost) => !!cost)
	if (!first || rest.some(({ currency }) => currency !== first.currency)) return null
	const all = [first, ...rest]
	const expected = all.every((cost) => cost.expected !== null)
		? all.reduce((sum, cost) => sum + Number(cost.expected), 0).toFixed(4)
		: null
	const price = all.reduce((sum, cost) => sum + parseMoney(cost.price), 0)
	return { ...first, expected, price: (price / 100).toFixed(2) }
}
