import { useSearchParams } from 'react-router'

export interface FilterOption {
	value: string
	label: string
}

/** Filters of a list. Values are in the address under the filter's name. */
export type Filter = { label: string } & (
	| { kind: 'options'; options: FilterOption[] /** Several at once, separated by commas. */; many?: boolean }
	| { kind: 'text'; placeholder?: string }
	| { kind: 'flag' }
	/** Two addresses: `name_from` and `name_to`. */
	| { kind: 'sums' }
	| { kind: 'dates' }
)

export type Filters = Record<string, Filter>

/** Address parameters that a filter owns. */
export function paramsOf(name: string, { kind }: Filter): string[] {
	return kind === 'sums' || kind === 'dates' ? [`${name}_from`, `${name}_to`] : [name]
}

export interface FilterState {
	/** Set parameters by name: what the request carries. */
	values: Record<string, string>
	/** Names of the filters that are set. */
	active: string[]
	/** Sets and drops parameters, and the cursor, which belongs to one filter. */
	set(changes: Record<string, string | null>): void
	drop(name: string): void
	clear(): void
}

/** Parses the filters of a list from its address. */
export function useFilters(filters: Filters, search = 'q'): FilterState {
	const [params, setParams] = useSearchParams()
	const owned = [search, ...Object.entries(filters).flatMap(([name, filter]) => paramsOf(name, filter))]
	const values = Object.fromEntries(owned.flatMap((name) => (params.get(name) ? [[name, params.get(name) ?? '']] : [])))
	const set = (changes: Record<string, string | null>) =>
		setParams((now) => {
			const next = new URLSearchParams(now)
			next.delete('cursor')
			for (const [name, value] of Object.entries(changes)) {
				if (value) next.set(name, value)
				else next.delete(name)
			}
			return next
		})
	const dropped = (names: string[]) => set(Object.fromEntries(names.map((name) => [name, null])))
	return {
		values,
		active: Object.entries(filters).flatMap(([name, filter]) =>
			paramsOf(name, filter).some((param) => values[param]) ? [name] : [],
		),
		set,
		drop: (name) => dropped(filters[name] ? paramsOf(name, filters[name]) : [name]),
		clear: () => dropped(owned),
	}
}

const day = new Intl.DateTimeFormat('ru', { day: 'numeric', month: 'short' })

/** The text of an active filter: «от 50», «создан, оплачен», «1 нояб. — 5 нояб.». */
export function filterLabel(name: string, filter: Filter, values: Record<string, string>): string {
	const value = values[name] ?? ''
	if (filter.kind === 'flag') return ''
	if (filter.kind === 'text') return value
	if (filter.kind === 'options') {
		const chosen = value.split(',')
		return chosen.map((one) => filter.options.find((option) => option.value === one)?.label ?? one).join(', ')
	}
	const show = (text: string) => (filter.kind === 'dates' ? day.format(new Date(text)) : text.replace('.', ','))
	const from = values[`${name}_from`]
	const to = values[`${name}_to`]
	if (from && to) return `${show(from)} — ${show(to)}`
	return from ? `от ${show(from)}` : `до ${show(to ?? '')}`
}
