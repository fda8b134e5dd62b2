import { Check } from 'lucide-react'
import { type InputHTMLAttributes, type ReactNode, useId } from 'react'
import { classes } from '~/lib/classes.ts'

export interface FieldTexts {
	label: string
	/** Why it is asked for, or what the right answer looks like. */
	hint?: ReactNode
	error?: string
	/** What was found out about a right answer, e.g. the player's name. */
	good?: string
	/** Beside the label: usually a Tooltip. */
	aside?: ReactNode
}

type FieldProps = FieldTexts & Omit<InputHTMLAttributes<HTMLInputElement>, 'id'> & { id?: string }

export function Field({ label, hint, error, good, aside, className, id, ...input }: FieldProps) {
	const own = useId()
	const name = id ?? own
	return (
		<FieldFrame {...{ label, hint, error, good, aside, className }} id={name}>
			<span className="relative block">
				<input
					{...input}
					id={name}
					aria-invalid={error ? true : undefined}
					aria-describedby={describedBy(name, { hint, error, good })}
					className={classes('control', good && !error && 'border-mint pr-11')}
				/>
				{good && !error && (
					<Check size={18} aria-hidden="true" className="absolute top-1/2 right-3.5 -translate-y-1/2 text-mint" />
				)}
			</span>
		</FieldFrame>
	)
}

export function describedBy(id: string, { hint, error, good }: Omit<FieldTexts, 'label'>): string | undefined {
	return error || good || hint ? `${id}-note` : undefined
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
