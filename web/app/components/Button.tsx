import { classes } from '@larek/shared/classes.ts'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'

/** `lamp` is the one next step of a screen; everything else is `ghost` or `quiet`. */
type Look = { look?: 'lamp' | 'ghost' | 'quiet'; size?: 'large' | 'small'; wide?: boolean }

const base =
	'inline-flex items-center justify-center gap-2.5 rounded-control text-center font-semibold transition-[background-color,border-color,opacity] select-none'
const looks = {
	lamp: 'lamp-button font-bold hover:brightness-105',
	ghost: 'border border-edge text-fore hover:bg-shelf',
	quiet: 'text-muted hover:bg-shelf hover:text-fore',
}
const sizes = { large: 'min-h-13 px-6', small: 'min-h-11 px-4 text-sm' }

/** For what looks like a button and is a plain link. */
export function buttonClass({ look = 'ghost', size = 'large', wide }: Look, extra?: string) {
	return classes(base, looks[look], sizes[size], wide && 'w-full', extra)
}

type ButtonProps = Look & ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; children: ReactNode }

export function Button({ look, size, wide, busy = false, className, children, onClick, ...rest }: ButtonProps) {
	return (
		<button
			type="button"
			aria-busy={busy || undefined}
			aria-disabled={busy || rest['aria-disabled'] || undefined}
			// Busy but not disabled: a disabled button would drop the focus it has.
			onClick={busy ? (event) => event.preventDefault() : onClick}
			className={buttonClass(
				{ look, size, wide },
				classes((rest.disabled || rest['aria-disabled'] === true) && 'opacity-60', className),
			)}
			{...rest}
		>
			{busy && <span className="spinner" aria-hidden="true" />}
			{children}
		</button>
	)
}

export function ButtonLink({ look, size, wide, className, ...rest }: Look & LinkProps) {
	return <Link className={buttonClass({ look, size, wide }, className as string)} {...rest} />
}
