import type { PriceGame, PriceGoods } from '@larek/api/admin/types.gen.ts'
import type { Filters } from '~/kit/filters.ts'
import { m } from '~/paraglide/messages.js'
import type { PriceQuery } from './queries.ts'

/** Filters of the price table. Gifts are only found by text search, because there may be millions. */
export const filtersFor = (goods: PriceGoods, games: readonly PriceGame[]): Filters =>
	goods === 'gift' ? {} : productFilters(games)

const productFilters = (games: readonly PriceGame[]): Filters => ({
	game: {
		label: m['prices.game'](),
		kind: 'options',
		options: games.map(({ id, title }) => ({ value: String(id), label: title })),
	},
	problem: {
		label: m['prices.problem'](),
		kind: 'options',
		options: [
			{ value: 'below_cost', label: m['prices.problem_below']() },
			{ value: 'no_cost', label: m['prices.problem_no_cost']() },
			{ value: 'scheduled', label: m['prices.problem_planned']() },
		],
	},
	active: { label: m['prices.only_active'](), kind: 'flag' },
})

/** The address as the request of the list. */
export function queryOf(goods: PriceGoods, values: Record<string, string>, cursor: string | null): PriceQuery {
	return {
		goods,
		game: Number(values.game) || undefined,
		q: values.q || undefined,
		problem: values.problem as PriceQuery['problem'],
		active: values.active ? true : undefined,
		cursor: cursor ?? undefined,
		limit: 100,
	}
}
