import { useState } from 'react'
import type { DraftField } from '~/entities/order/draft.ts'
import type { FieldErrors } from './createOrder.ts'
import { errorText } from './labels.ts'
import type { Limits } from './steam.ts'
import type { FormField, Problem } from './validation.ts'

interface Known {
	problems: Problem[]
	/** What the server did not accept in the last attempt. */
	refused: FieldErrors | undefined
	limits: Limits
	/** The server returned the form. */
	wasSent: boolean
}

/** Which message is under which field, and when it is shown. */
export function useFormErrors({ problems, refused = {}, limits, wasSent }: Known) {
	const [asked, setAsked] = useState(wasSent)
	const [visited, setVisited] = useState<DraftField[]>([])
	const [changed, setChanged] = useState<FormField[]>([])
	return {
		/**
		 * A missing answer is reported only when the button was pressed, a wrong one as soon as the field is left, and
		 * an unknown account at once.
		 */
		errorAt(field: FormField): string | undefined {
			const problem = problems.find((one) => one.place === field)
			if (!problem) return changed.includes(field) ? undefined : refused[field]
			const { why } = problem
			const isTime = asked || why === 'unknown' || (why !== 'missing' && visited.includes(field as DraftField))
			return isTime ? errorText(problem, limits) : undefined
		},
		/** The button was pressed and something is missing. */
		showAll: () => setAsked(true),
		/** A new attempt: what the server says next counts again. */
		reset: () => setChanged([]),
		onChange: (field: FormField) => setChanged((before) => (before.includes(field) ? before : [...before, field])),
		onLeave: (field: DraftField) => setVisited((before) => (before.includes(field) ? before : [...before, field])),
	}
}
