import { ChevronDown } from 'lucide-react'
import { type SelectHTMLAttributes, useId } from 'react'
import { describedBy, FieldFrame, type FieldTexts } from './Field.tsx'

type SelectProps = FieldTexts & SelectHTMLAttributes<HTMLSelectElement>

/** The browser's own list: on a phone nothing beats it. */
export function Select({ label, hint, error, good, aside, className, children, id, ...select }: SelectProps) {
	const own = useId()
	const name = id ?? own
	return (
		<FieldFrame {...{ label, hint, error, good, aside, className }} id={name}>
			<span className="relative block">
				<select
					{...select}
					id={name}
					aria-invalid={error ? true : undefined}
					aria-describedby={describedBy(name, { hint, error, good })}
					className="control appearance-none truncate pr-9"
				>
					{children}
				</select>
				<ChevronDown
					size={18}
					aria-hidden="true"
					className="pointer-events-none absolute top-1/2 right-3 -translate-y-1/2 text-muted"
				/>
			</span>
		</FieldFrame>
	)
}
