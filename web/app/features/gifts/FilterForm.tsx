import { Button } from '~/components/Button.tsx'
import { SearchIcon } from '~/components/SearchIcon.tsx'
import { Select } from '~/components/Select.tsx'
import { regionName, typeNames } from '~/entities/catalog/giftNames.ts'
import { giftListPath } from '~/lib/paths.ts'
import { m } from '~/paraglide/messages.js'
import { type GiftFilters, orderings, regions, types } from './filters.ts'
import { Pill } from './Pill.tsx'
import { useFilterForm } from './useFilterForm.ts'

const orderNames = {
	'-created': m['gifts_page.order.new'],
	price: m['gifts_page.order.cheap'],
	'-price': m['gifts_page.order.dear'],
	'-discount_percent': m['gifts_page.order.discount'],
	title: m['gifts_page.order.title'],
}
/** A plain form that the browser itself can send; after hydration it is submitted at every change. */
export function FilterForm({ filters }: { filters: GiftFilters }) {
	const { form, send, onChange } = useFilterForm(filters)
	return (
		<search aria-label={m['gifts_page.filters']()}>
			<form
				ref={form}
				action={giftListPath()}
				autoComplete="off"
				onChange={onChange}
				onSubmit={(event) => {
					event.preventDefault()
					send()
				}}
				className="card mb-2 grid grid-cols-1 gap-3 p-4 sm:mb-4 sm:gap-4 md:p-5"
			>
				<div className="grid grid-cols-2 gap-3 lg:grid-cols-[1.4fr_1fr_1fr]">
					<label className="col-span-2 grid content-start gap-1.5 lg:col-span-1">
						<span className="text-sm text-muted max-sm:sr-only">{m['gifts_page.search']()}</span>
						<span className="relative block">
							<SearchIcon />
							<input
								type="search"
								name="search"
								maxLength={100}
								enterKeyHint="search"
								defaultValue={filters.search}
								placeholder={m['gifts_page.search_placeholder']()}
								className="control pl-10.5"
							/>
						</span>
					</label>
					<Select label={m['gifts_page.region']()} name="region" defaultValue={filters.region ?? ''}>
						<option value="">{m['gifts_page.any_region']()}</option>
						<Options values={regions} nameOf={regionName} />
					</Select>
					<Select label={m['gifts_page.ordering']()} name="ordering" defaultValue={filters.ordering ?? ''}>
						<option value="">{m['gifts_page.order.shop']()}</option>
						<Options values={orderings} nameOf={(ordering) => orderNames[ordering]()} />
					</Select>
				</div>
				{/* On a phone one row that scrolls sideways, to leave room for the goods. */}
				<div className="-mx-4 -my-1 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:-mx-1 sm:flex-wrap sm:px-1">
					<fieldset className="flex shrink-0 gap-2">
						<legend className="sr-only">{m['gifts_page.type']()}</legend>
						<Pill type="radio" name="type" value="" defaultChecked={!filters.type}>
							{m['gifts_page.any_type']()}
						</Pill>
						{types.map((type) => (
							<Pill key={type} type="radio" name="type" value={type} defaultChecked={filters.type === type}>
								{typeNames[type]()}
							</Pill>
						))}
					</fieldset>
					<Pill type="checkbox" name="is_discounted" value="true" defaultChecked={filters.discounted}>
						{m['gifts_page.discounted']()}
					</Pill>
					<noscript>
						<Button type="submit" size="small">
							{m['gifts_page.show']()}
						</Button>
					</noscript>
				</div>
			</form>
		</search>
	)
}

function Options<T extends string>({ values, nameOf }: { values: readonly T[]; nameOf: (value: T) => string }) {
	return values.map((value) => (
		<option key={value} value={value}>
			{nameOf(value)}
		</option>
	))
}
