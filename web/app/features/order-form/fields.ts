import type { ChangeEvent, FocusEvent } from 'react'
import type { Draft, DraftField } from '~/entities/order/draft.ts'
import type { FormField } from './validation.ts'

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
	autoFocus: boolean
	onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) => void
	onBlur: (event: FocusEvent) => void
}

export const fieldId = (name: DraftField) => `order-${name}`

interface FormErrors {
	errorAt: (field: FormField) => string | undefined
	onChange: (field: FormField) => void
	onLeave: (name: DraftField) => void
}

/** Connects the fields with the draft and its errors. Without scripts the buyer gets to `refused` by its focus. */
export function formFields(
	{ draft, set, fill }: Pick<Fields, 'draft' | 'set' | 'fill'>,
	errors: FormErrors,
	refused: FormField | undefined,
): Fields {
	return {
		draft,
		set,
		fill,
		error: (name) => errors.errorAt(name as FormField),
		field: (name) => ({
			id: fieldId(name),
			name,
			// A part that loads later finds what was typed before.
			defaultValue: draft[name],
			error: errors.errorAt(name as FormField),
			autoFocus: name === refused,
			onChange: (event) => {
				set(name, event.target.value)
				errors.onChange(name as FormField)
			},
			onBlur: () => errors.onLeave(name),
		}),
	}
}
