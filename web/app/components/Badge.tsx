import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'

const tones = {
	plain: 'border-line text-muted',
	good: 'border-mint/50 text-mint',
	bad: 'border-coral/50 text-coral',
	info: 'border-sky/50 text-sky',
	lamp: 'border-lamp-text/50 text-lamp-text',
}

export function Badge({ tone = 'plain', children }: { tone?: keyof typeof tones; children: ReactNode }) {
	return (
		<span className={classes('inline-flex items-center gap-1.5 rounded-tag border px-2 py-0.5 text-xs', tones[tone])}>
			{children}
		</span>
	)
}

/** The round paper sticker on the corner of a cover. */
export function Sticker({ children }: { children: ReactNode }) {
	return <span className="sticker absolute -top-2.5 -right-2">{children}</span>
}
