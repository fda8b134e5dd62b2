import { classes } from '@larek/shared/classes.ts'
import { Check } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react'

export interface FieldTexts {
	label: string
	/** Why it is asked for, or what the right answer looks like. */
	hint?: ReactNode
	error?: string
	/** What was found out about a right answer, e.g. the player's name. */
	good?: string
	/** Beside the label: usually a Tooltip. */
	aside?: ReactNode
	/** Inside the field at its end: a small button. */
	action?: ReactNode
}

export type FieldProps = FieldTexts &
	Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { id?: string; ref?: Ref<HTMLInputElement> }

export function Field({ label, hint, error, good, aside, action, className, id, ...input }: FieldProps) {
	const control = useControl(id, { hint, error, good })
	return (
		<FieldFrame {...{ label, hint, error, good, aside, className }} id={control.id}>
			<span className="relative block">
				<input
					{...input}
					{...control}
					className={classes('control', good && !error && 'border-mint pr-11', !!action && 'pr-24')}
				/>
				{action && (!good || error) && <span className="absolute inset-y-0.5 right-0.5 grid">{action}</span>}
				{good && !error && (
					<Check size={18} aria-hidden="true" className="absolute top-1/2 right-3.5 -translate-y-1/2 text-mint" />
				)}
			</span>
		</FieldFrame>
	)
}

/** Returns the attributes that connect a control with its label and with the note under it. */
export function useControl(id: string | undefined, { hint, error, good }: Omit<FieldTexts, 'label'>) {
	const own = useId()
	const name = id ?? own
	return {
		id: name,
		'aria-invalid': error ? true : undefined,
		'aria-describedby': error || good || hint ? `${name}-note` : undefined,
	}
}

export function FieldFrame(props: FieldTexts & { id: string; className?: string; children: ReactNode }) {
	const { label, hint, error, good, aside, id, className, children } = props
	return (
		<div className={classes('grid content-start gap-1.5', className)}>
			<div className="flex items-center gap-1.5 text-sm text-muted">
				<label htmlFor={id}>{label}</label>
				{aside}
			</div>
			{children}
			{(error || good || hint) && (
				<p
					id={`${id}-note`}
					className={classes('text-sm', error ? 'text-coral' : good ? 'text-mint' : 'text-muted')}
					role={error ? 'alert' : undefined}
				>
					{error || good || hint}
				</p>
			)}
		</div>
	)
}
