import { Check } from 'lucide-react'
import type { InputHTMLAttributes, ReactNode } from 'react'

type PillProps = InputHTMLAttributes<HTMLInputElement> & { type: 'radio' | 'checkbox'; children: ReactNode }

/** A choice that looks like a button and is the browser's own field. */
export function Pill({ children, ...input }: PillProps) {
	return (
		<label className="relative shrink-0 cursor-pointer">
			<input {...input} className="peer absolute inset-0 size-full cursor-pointer opacity-0" />
			<span className="inline-flex min-h-11 items-center gap-2 rounded-control border border-edge px-3 text-sm whitespace-nowrap sm:px-4 font-semibold text-muted transition-colors peer-checked:border-fore peer-checked:bg-shelf peer-checked:text-fore peer-hover:bg-shelf peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-lamp-text [&>svg]:hidden peer-checked:[&>svg]:block">
				{input.type === 'checkbox' && <Check size={16} aria-hidden="true" />}
				{children}
			</span>
		</label>
	)
}
