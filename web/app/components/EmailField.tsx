import { type ReactNode, useState } from 'react'
import { m } from '~/paraglide/messages.js'
import { Field, type FieldProps } from './Field.tsx'

/** A field for an email address. A slip in a common domain is pointed out in place of the hint. */
export function EmailField({
	label = m['order_form.email'](),
	...field
}: Omit<FieldProps, 'label'> & { label?: string }) {
	const [slip, setSlip] = useState<ReactNode>()
	/** What knows the domains is loaded with the first letter: the page itself does not need it. */
	function look(input: HTMLInputElement, isLeft?: boolean) {
		import('./EmailSlip.tsx').then(
			({ emailSlip }) => setSlip(emailSlip(input, isLeft)),
			() => {},
		)
	}
	return (
		<Field
			type="email"
			autoComplete="email"
			inputMode="email"
			maxLength={254}
			label={label}
			{...field}
			hint={slip ?? field.hint}
			onChange={(event) => {
				field.onChange?.(event)
				look(event.target)
			}}
			onBlur={(event) => {
				field.onBlur?.(event)
				look(event.target, true)
			}}
		/>
	)
}
