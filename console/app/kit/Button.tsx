import { classes } from '@larek/shared/classes.ts'
import type { LucideIcon } from 'lucide-react'
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Kbd } from './Kbd.tsx'

/** `lamp` is the one next step of a screen, `bad` removes something, `flat` is for bars. */
interface Look {
	look?: 'lamp' | 'plain' | 'flat' | 'bad'
	size?: 'small' | 'normal' | 'large'
	icon?: LucideIcon
	wide?: boolean
}

const base =
	'inline-flex items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap select-none transition-[background-color,border-color] max-md:min-h-11'
const looks = {
	lamp: 'border-lamp-line bg-lamp text-lamp-ink font-semibold hover:brightness-105',
	plain: 'border-line bg-window text-fore hover:border-edge hover:bg-hover',
	flat: 'border-transparent text-muted hover:bg-hover hover:text-fore',
	bad: 'border-line bg-window text-coral hover:border-coral hover:bg-soft-coral',
}
const sizes = {
	small: 'min-h-6.5 px-2 text-xs',
	normal: 'min-h-8 px-3',
	large: 'min-h-9 px-4',
}

/** Classes for links that look like buttons. */
export function buttonClass({ look = 'plain', size = 'normal', wide }: Look, extra?: string): string {
	return classes(base, looks[look], sizes[size], wide && 'w-full', extra)
}

type ButtonProps = Look &
	ButtonHTMLAttributes<HTMLButtonElement> & { busy?: boolean; hotkey?: string; children: ReactNode }

export function Button({
	look,
	size,
	icon: Icon,
	wide,
	busy,
	hotkey,
	className,
	children,
	onClick,
	...rest
}: ButtonProps) {
	return (
		<button
			type="button"
			aria-busy={busy || undefined}
			aria-disabled={busy || rest['aria-disabled'] || undefined}
			// Busy but not disabled: a disabled button would drop the focus it has.
			onClick={busy ? (event) => event.preventDefault() : onClick}
			className={buttonClass(
				{ look, size, wide },
				classes(rest.disabled && 'border-hair! bg-night! text-muted! hover:brightness-100', className),
			)}
			{...rest}
		>
			{busy ? <span className="spinner" aria-hidden="true" /> : Icon && <Icon size={16} aria-hidden="true" />}
			{children}
			{hotkey && <Kbd keys={hotkey} />}
		</button>
	)
}

export function ButtonLink({ look, size, icon: Icon, wide, className, children, ...rest }: Look & LinkProps) {
	return (
		<Link className={buttonClass({ look, size, wide }, className)} {...rest}>
			{Icon && <Icon size={16} aria-hidden="true" />}
			{children}
		</Link>
	)
}

type IconButtonProps = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> & {
	label: string
	icon: LucideIcon
	small?: boolean
}

export function IconButton({ label, icon: Icon, small, className, ...rest }: IconButtonProps) {
	return (
		<button
			type="button"
			aria-label={label}
			title={label}
			className={classes(
				'inline-grid flex-none place-items-center rounded-control text-muted hover:bg-hover hover:text-fore max-md:size-11',
				small ? 'size-6.5' : 'size-8',
				className,
			)}
			{...rest}
		>
			<Icon size={small ? 14 : 16} aria-hidden="true" />
		</button>
	)
}
