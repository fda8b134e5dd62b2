import type { FieldValues, Path, UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { m } from '~/paraglide/messages.js'
import { SelectField, TextArea } from './fields.tsx'

export interface Reason {
	code: string
	label: string
}

/** The reason of an action: a code for statistics and a text for people. */
export interface ReasonValue {
	code: string
	text: string
}

export const reasonRules = z.object({
	code: z.string().check(z.minLength(1, m['kit.choose_reason']())),
	text: z.string().check(z.trim(), z.maxLength(500)),
})

/** Available reasons; none is preselected. */
export const reasonOptions = (reasons: Reason[]) => [
	{ value: '', label: m['kit.choose']() },
	...reasons.map(({ code, label }) => ({ value: code, label })),
]

/** Fields for the reason: a choice from the list, and a text. */
export function ReasonFields<Values extends FieldValues, Parsed>({
	form,
	reasons,
}: {
	form: UseFormReturn<Values, unknown, Parsed>
	reasons: Reason[]
}) {
	const errors = form.formState.errors as { reason?: { text?: { message?: string }; code?: { message?: string } } }
	return (
		<div className="grid gap-3">
			<SelectField
				label={m['kit.reason']()}
				options={reasonOptions(reasons)}
				error={errors.reason?.code?.message}
				{...form.register('reason.code' as Path<Values>)}
			/>
			<TextArea
				label={m['kit.reason_text']()}
				hint={m['kit.reason_hint']()}
				maxLength={500}
				error={errors.reason?.text?.message}
				{...form.register('reason.text' as Path<Values>)}
			/>
		</div>
	)
}
