import { classes } from '@larek/shared/classes.ts'
import { toneText } from '~/kit/Pill.tsx'
import { growth } from './compare.ts'

/** A change in per cent, coloured; a dash without an earlier value. */
export function Growth({ now, before }: { now: number; before: number }) {
	const change = growth(now, before)
	if (!change) return <span className="text-muted">—</span>
	return <span className={classes('whitespace-nowrap', toneText[change.tone])}>{change.text}</span>
}
