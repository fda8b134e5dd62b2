import type { UseFormReturn } from 'react-hook-form'
import { OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import type { ActionSpec } from './spec.ts'
import { type FieldSpec, fieldsOf } from './spec.ts'

type Form = UseFormReturn<Record<string, unknown>>

/** Draws the fields a spec asks for. */
export function SpecFields<Subject>({
	spec,
	subject,
	form,
}: {
	spec: ActionSpec<Subject>
	subject: Subject
	form: Form
}) {
	return fieldsOf(spec, subject).map((field) => (
		<SpecField key={field.name} field={field} subject={subject} form={form} />
	))
}

function SpecField<Subject>({ field, subject, form }: { field: FieldSpec<Subject>; subject: Subject; form: Form }) {
	const { name, label, hint, kind } = field
	const options = field.options?.(subject) ?? []
	const error = form.formState.errors[name]?.message
	const input = form.register(name)
	const common = { label, hint, error }
	switch (kind) {
		case 'area':
			return <TextArea {...common} {...input} />
		case 'select':
			return <SelectField {...common} options={options} {...input} />
		case 'confirm':
			return (
				<div>
					<OptionField type="checkbox" label={label} hint={hint} {...input} />
					<FieldError text={error} />
				</div>
			)
		case 'radio':
		case 'ticks':
			return (
				<fieldset className="grid max-h-64 gap-1.5 overflow-y-auto">
					<legend className="mb-1 text-xs font-medium text-muted">{label}</legend>
					{options.map((option) => (
						<OptionField
							key={option.value}
							type={kind === 'radio' ? 'radio' : 'checkbox'}
							value={option.value}
							label={option.label}
							hint={option.hint}
							{...input}
						/>
					))}
					<FieldError text={error} />
				</fieldset>
			)
		default:
			return <TextField {...common} inputMode={kind === 'sum' ? 'decimal' : undefined} autoComplete="off" {...input} />
	}
}

function FieldError({ text }: { text?: string }) {
	return text ? (
		<p role="alert" className="mt-1 text-xs text-coral">
			{text}
		</p>
	) : null
}
