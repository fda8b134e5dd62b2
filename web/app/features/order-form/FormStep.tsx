import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'

interface FormStepProps {
	number: number
	title: string
	/** Why the order cannot be made with this step as it is. */
	error?: string
	className?: string
	children: ReactNode
}

/** One numbered part of the order form. */
export function FormStep({ number, title, error, className, children }: FormStepProps) {
	return (
		<section className={classes('card p-4 md:p-5.5', className)}>
			<h2 className="mb-4 flex items-center gap-3 text-lg">
				<span
					aria-hidden="true"
					className="grid size-7 shrink-0 place-items-center rounded-tag bg-shelf text-sm text-lamp-text"
				>
					{number}
				</span>
				{title}
			</h2>
			{error && (
				<p role="alert" className="-mt-2 mb-3 text-sm text-coral">
					{error}
				</p>
			)}
			{children}
		</section>
	)
}
