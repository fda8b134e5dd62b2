// Views and exports keep a filter as the request has it; the list's own address writes lists with commas and days as dates.
import { snakeName } from '@larek/api/caseMapping.ts'
import type { OrderQuery } from './queries.ts'

const day = 86_400_000
const moscow = 3 * 3_600_000

/** The filter of a request as text: `status=paid&status=sending&sum_from=50.00`. */
export function savedQuery({ cursor: _, ...query }: OrderQuery): string {
	const params = new URLSearchParams()
	for (const [name, value] of Object.entries(query)) {
		for (const one of Array.isArray(value) ? value : [value]) params.append(snakeName(name), String(one))
	}
	params.sort()
	return params.toString()
}

/** Converts a saved filter to the address of the list. */
export function addressOf(saved: string): string {
	const from = new URLSearchParams(saved)
	const address = new URLSearchParams()
	for (const name of new Set(from.keys())) {
		const value = from.getAll(name).join(',')
		if (name === 'since') address.set('created_from', dateOf(value, 0))
		else if (name === 'until') address.set('created_to', dateOf(value, -day))
		else address.set(name, value)
	}
	address.sort()
	return address.toString()
}

/** The day in Moscow; the end of a filter is the day before, which counts. */
function dateOf(time: string, shift: number): string {
	return new Date(Date.parse(time) + shift + moscow).toISOString().slice(0, 10)
}
