import { classes } from '@larek/shared/classes.ts'

interface FormErrorProps {
	/** For `aria-describedby` of the field it is about. */
	id?: string
	className?: string
	children: string | undefined
}

/** Says why a form was refused. It is in the page before that, so that screen readers announce the change. */
export function FormError({ id, className, children }: FormErrorProps) {
	return (
		<p id={id} role="alert" className={children ? classes('text-sm text-coral', className) : 'sr-only'}>
			{children}
		</p>
	)
}
