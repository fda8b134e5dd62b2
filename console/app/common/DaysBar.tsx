import type { ReactNode } from 'react'
import { TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import type { useDays } from './days.ts'

/** A picker of a period. */
export function DaysBar({ days, children }: { days: ReturnType<typeof useDays>; children?: ReactNode }) {
	return (
		<div className="mb-3 flex flex-wrap items-end gap-2">
			<TextField
				type="date"
				label={m['books.since']()}
				value={days.since}
				max={days.until}
				onChange={({ target }) => target.value && days.set({ since: target.value })}
			/>
			<TextField
				type="date"
				label={m['books.until']()}
				value={days.until}
				min={days.since}
				onChange={({ target }) => target.value && days.set({ until: target.value })}
			/>
			{children}
		</div>
	)
}
