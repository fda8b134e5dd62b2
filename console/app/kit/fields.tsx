import { classes } from '@larek/shared/classes.ts'
import {
	type InputHTMLAttributes,
	type ReactNode,
	type Ref,
	type SelectHTMLAttributes,
	type TextareaHTMLAttributes,
	useId,
} from 'react'
import { type FieldPath, type FieldValues, get, type UseFormReturn } from 'react-hook-form'

interface FrameProps {
	label: string
	hint?: ReactNode
	error?: string
}

function Frame({ id, label, hint, error, children }: FrameProps & { id: string; children: ReactNode }) {
	return (
		<div className="grid content-start gap-1">
			<label htmlFor={id} className="text-xs font-medium text-muted">
				{label}
			</label>
			{children}
			{(error || hint) && (
				<p
					id={`${id}-note`}
					role={error ? 'alert' : undefined}
					className={classes('text-xs', error ? 'text-coral' : 'text-muted')}
				>
					{error || hint}
				</p>
			)}
		</div>
	)
}

function useControl({ hint, error }: Omit<FrameProps, 'label'>) {
	const id = useId()
	return {
		id,
		'aria-invalid': error ? true : undefined,
		'aria-describedby': error || hint ? `${id}-note` : undefined,
	}
}

/** Binds a field below to its form: `<TextField label=… {...field(form, 'name')} />`. */
export function field<V extends FieldValues, C, P>(form: UseFormReturn<V, C, P>, name: FieldPath<V>) {
	return { error: get(form.formState.errors, `${name}.message`) as string | undefined, ...form.register(name) }
}

export function TextField({
	label,
	hint,
	error,
	className,
	...input
}: FrameProps & InputHTMLAttributes<HTMLInputElement>) {
	const control = useControl({ hint, error })
	return (
		<Frame {...{ label, hint, error }} id={control.id}>
			<input {...input} {...control} className={classes('control', className)} />
		</Frame>
	)
}

type AreaProps = FrameProps & TextareaHTMLAttributes<HTMLTextAreaElement> & { ref?: Ref<HTMLTextAreaElement> }

export function TextArea({ label, hint, error, ...area }: AreaProps) {
	const control = useControl({ hint, error })
	return (
		<Frame {...{ label, hint, error }} id={control.id}>
			<textarea rows={3} {...area} {...control} className="control" />
		</Frame>
	)
}

type SelectProps = FrameProps &
	SelectHTMLAttributes<HTMLSelectElement> & { options: { value: string; label: string }[] }

export function SelectField({ label, hint, error, options, ...select }: SelectProps) {
	const control = useControl({ hint, error })
	return (
		<Frame {...{ label, hint, error }} id={control.id}>
			<select {...select} {...control} className="control">
				{options.map((option) => (
					<option key={option.value} value={option.value}>
						{option.label}
					</option>
				))}
			</select>
		</Frame>
	)
}

type ConsentProps = InputHTMLAttributes<HTMLInputElement> & { label: string; error?: string }

/** A checkbox inside a warning that accepts its risk. */
export function ConsentField({ label, error, ...input }: ConsentProps) {
	return (
		<>
			<label className="mt-2 flex items-center gap-2">
				<input type="checkbox" className="tick" {...input} />
				{label}
			</label>
			{error && (
				<p role="alert" className="mt-1 text-xs text-coral">
					{error}
				</p>
			)}
		</>
	)
}

type OptionProps = InputHTMLAttributes<HTMLInputElement> & { label: ReactNode; hint?: ReactNode }

/** A choice with a line of explanation, as a full-width radio button or checkbox. */
export function OptionField({ label, hint, type = 'radio', ...input }: OptionProps) {
	return (
		<label
			className={classes(
				'option flex min-h-11 items-center gap-2.5 rounded-control border border-line px-3 py-1.5',
				input.disabled && 'border-hair bg-night text-muted',
			)}
		>
			<input type={type} className={type === 'radio' ? 'radio' : 'tick'} {...input} />
			<span className="min-w-0">
				<span className="font-medium">{label}</span>
				{hint && <span className="block text-xs text-muted">{hint}</span>}
			</span>
		</label>
	)
}
