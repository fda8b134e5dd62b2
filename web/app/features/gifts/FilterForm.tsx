import { Search } from 'lucide-react'
import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { Select } from '~/components/Select.tsx'
import { regionName, typeNames } from '~/entities/catalog/giftNames.ts'
import { m } from '~/paraglide/messages.js'
import { type GiftFilters, giftsPath, orderings, readFilters, regions, types } from './filters.ts'
import { Pill } from './Pill.tsx'

const orderNames = {
	'-created': m['gifts_page.order.new'],
	price: m['gifts_page.order.cheap'],
	'-price': m['gifts_page.order.dear'],
	'-discount_percent': m['gifts_page.order.discount'],
	title: m['gifts_page.order.title'],
}
const typingPause = 300
const byForm = 'filters'

/** A plain form that the browser itself can send; once the page is alive it sends itself at every change. */
export function FilterForm({ filters }: { filters: GiftFilters }) {
	const form = useRef<HTMLFormElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const address = giftsPath(filters)
	/** Where the form has sent the page last, and where the page was last. */
	const asked = useRef(address)
	const arrived = useRef(address)
	const navigate = useNavigate()
	const { state } = useLocation()
	// Arriving where the form itself has sent the page must not touch what was typed or chosen since.
	const own = useNavigationType() !== 'POP' && state === byForm

	function send() {
		clearTimeout(timer.current)
		if (!form.current) return
		const wanted = readFilters(new FormData(form.current))
		const to = giftsPath(wanted)
		if (to === asked.current) return
		asked.current = to
		// Letters of one search are one step of the way back.
		const typing = Boolean(filters.search) && giftsPath({ ...wanted, search: filters.search }) === address
		navigate(to, { replace: typing, preventScrollReset: true, state: byForm })
	}
	const latest = useRef(send)
	latest.current = send

	useEffect(() => {
		// What was chosen while the page was still asleep.
		latest.current()
		return () => clearTimeout(timer.current)
	}, [])

	useEffect(() => {
		if (arrived.current === address) return
		arrived.current = address
		if (own || !form.current) return
		// The buyer went back, or followed a link: the fields follow the address.
		clearTimeout(timer.current)
		asked.current = address
		fill(form.current, readFilters(new URL(address, location.origin).searchParams))
	}, [address, own])

	function onChange(event: FormEvent<HTMLFormElement>) {
		clearTimeout(timer.current)
		const typing = (event.target as Element).matches('[type=search]')
		timer.current = setTimeout(() => latest.current(), typing ? typingPause : 0)
	}

	return (
		<search aria-label={m['gifts_page.filters']()}>
			<form
				ref={form}
				action="/ru/gifts"
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
							<Search
								size={18}
								aria-hidden="true"
								className="pointer-events-none absolute top-1/2 left-3.5 -translate-y-1/2 text-muted"
							/>
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
						{regions.map((region) => (
							<option key={region} value={region}>
								{regionName(region)}
							</option>
						))}
					</Select>
					<Select label={m['gifts_page.ordering']()} name="ordering" defaultValue={filters.ordering ?? ''}>
						<option value="">{m['gifts_page.order.shop']()}</option>
						{orderings.map((ordering) => (
							<option key={ordering} value={ordering}>
								{orderNames[ordering]()}
							</option>
						))}
					</Select>
				</div>
				{/* On a phone one row that is pushed sideways: the goods are what people came for. */}
				<div className="-mx-4 -my-1 flex items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none] sm:mx-0 sm:flex-wrap sm:px-1">
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

function fill(form: HTMLFormElement, filters: GiftFilters) {
	const values: Record<string, string> = {
		search: filters.search,
		region: filters.region ?? '',
		ordering: filters.ordering ?? '',
		type: filters.type ?? '',
		is_discounted: filters.discounted ? 'true' : '',
	}
	for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
		const value = values[field.name] ?? ''
		if (field instanceof HTMLInputElement && field.type !== 'search') field.checked = field.value === value
		else field.value = value
	}
}
