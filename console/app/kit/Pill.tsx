import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'

/** The meaning of colours: `bad` is late or lost money, `soon` needs a look, `note` is under way. */
export type Tone = 'plain' | 'good' | 'bad' | 'soon' | 'note'

const washes: Record<Tone, string> = {
	plain: 'bg-shelf text-muted',
	good: 'bg-soft-mint text-mint',
	bad: 'bg-soft-coral text-coral',
	soon: 'bg-soft-lamp text-lamp-text',
	note: 'bg-soft-sky text-sky',
}

export const toneText: Record<Tone, string> = {
	plain: 'text-muted',
	good: 'text-mint',
	bad: 'text-coral',
	soon: 'text-lamp-text',
	note: 'text-sky',
}

export const toneWash = washes

/** A state in a word or two. The dot only repeats the colour; the text carries the meaning. */
export function Pill({ tone = 'plain', dot = true, children }: { tone?: Tone; dot?: boolean; children: ReactNode }) {
	return (
		<span
			className={classes(
				'inline-flex h-5 items-center gap-1.5 rounded-tag px-1.5 text-xs font-semibold whitespace-nowrap',
				washes[tone],
			)}
		>
			{dot && <span className="size-1.5 flex-none rounded-full bg-current" aria-hidden="true" />}
			{children}
		</span>
	)
}

export function Tag({ children }: { children: ReactNode }) {
	return (
		<span className="inline-block rounded-tag border border-line px-1.5 text-2xs font-medium whitespace-nowrap text-muted">
			{children}
		</span>
	)
}

/** A badge of the menu. The server counts up to 99 and reports whether there are more. */
export function Count({ value, more, tone = 'plain' }: { value: number; more?: boolean; tone?: Tone }) {
	if (value === 0) return null
	return (
		<span
			className={classes(
				'inline-grid h-4.5 min-w-4.5 flex-none place-items-center rounded-full px-1.5 text-2xs font-semibold',
				tone === 'bad' ? 'bg-coral text-on-coral' : washes[tone],
			)}
		>
			{more ? `${value}+` : value}
		</span>
	)
}
