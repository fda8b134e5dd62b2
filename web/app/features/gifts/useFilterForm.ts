import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { showNavigating } from '~/lib/navigating.ts'
import { type GiftFilters, giftsPath, readFilters } from './filters.ts'

const typingPause = 300
const byForm = 'filters'

/** Navigates to the list the form describes, at every change, and fills the form when the address changes otherwise. */
export function useFilterForm(filters: GiftFilters) {
	const form = useRef<HTMLFormElement>(null)
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const address = giftsPath(filters)
	/** Where the form has sent the page last, and where the page was last. */
	const asked = useRef(address)
	const arrived = useRef(address)
	const navigate = useNavigate()
	const { state } = useLocation()
	// A navigation made by the form itself must not change what was typed or chosen since.
	const own = useNavigationType() !== 'POP' && state === byForm

	function send() {
		clearTimeout(timer.current)
		if (!form.current) return
		const wanted = readFilters(new FormData(form.current))
		const to = giftsPath(wanted)
		if (to === asked.current) return
		asked.current = to
		// All letters of one search are one entry of the history.
		const typing = Boolean(filters.search) && giftsPath({ ...wanted, search: filters.search }) === address
		showNavigating(true)
		navigate(to, { replace: typing, preventScrollReset: true, state: byForm })
	}
	const latest = useRef(send)
	latest.current = send

	useEffect(() => {
		// What was chosen before hydration.
		latest.current()
		return () => clearTimeout(timer.current)
	}, [])

	useEffect(() => {
		if (arrived.current === address) return
		arrived.current = address
		if (own || !form.current) return
		// The back button or a link was used: the fields follow the address.
		clearTimeout(timer.current)
		asked.current = address
		fill(form.current, readFilters(new URL(address, location.origin).searchParams))
	}, [address, own])

	function onChange(event: FormEvent<HTMLFormElement>) {
		clearTimeout(timer.current)
		const typing = (event.target as Element).matches('[type=search]')
		timer.current = setTimeout(() => latest.current(), typing ? typingPause : 0)
	}
	return { form, send, onChange }
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
