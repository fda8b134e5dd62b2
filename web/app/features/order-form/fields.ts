import type { ChangeEvent, FocusEvent } from 'react'
import type { Draft, DraftField } from '~/entities/order/draft.ts'

/** What a part of the form gets to draw its fields. */
export interface Fields {
	draft: Draft
	/** The sentence under a field, once it is time to say it. */
	error: (name: DraftField) => string | undefined
	set: (name: DraftField, value: string) => void
	fill: (values: Draft) => void
	/** Name, first text, memory and error of a field, to be spread over it. */
	field: (name: DraftField) => FieldProps
}

export interface FieldProps {
	id: string
	name: string
	defaultValue: string | undefined
	error: string | undefined
	onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
	onBlur: (event: FocusEvent) => void
}

export const fieldId = (name: DraftField) => `order-${name}`
