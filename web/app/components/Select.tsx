import { ChevronDown } from 'lucide-react'
import type { SelectHTMLAttributes } from 'react'
import { FieldFrame, type FieldTexts, useControl } from './Field.tsx'

type SelectProps = FieldTexts & SelectHTMLAttributes<HTMLSelectElement>

/** The browser's own list, which is best on a phone. */
export function Select({ label, hint, error, good, aside, className, children, id, ...select }: SelectProps) {
	const control = useControl(id, { hint, error, good })
	return (
		<FieldFrame {...{ label, hint, error, good, aside, className }} id={control.id}>
			<span className="relative block">
				<select {...select} {...control} className="control appearance-none truncate pr-9">
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
