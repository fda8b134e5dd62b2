import { classes } from '@larek/shared/classes.ts'
import { toneText } from '~/kit/Pill.tsx'
import { growth } from './compare.ts'

/** By how much something changed, in its colour; a dash if there was nothing before. */
export function Growth({ now, before }: { now: number; before: number }) {
	const change = growth(now, before)
	if (!change) return <span className="text-muted">—</span>
	return <span className={classes('whitespace-nowrap', toneText[change.tone])}>{change.text}</span>
}
