import { classes } from '@larek/shared/classes.ts'
import type { Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

const fills: Record<Tone, string> = {
	good: 'bg-mint',
	soon: 'bg-lamp-line',
	bad: 'bg-coral',
	note: 'border-[1.5px] border-edge',
	plain: 'bg-line',
}

/** A unit as a square; its state is spelled out next to it. */
export function UnitSquare({ tone }: { tone: Tone }) {
	return <i aria-hidden="true" className={classes('size-2.25 flex-none rounded-[2.5px]', fills[tone])} />
}

interface Counts {
	total: number
	delivered: number
	stuck: number
	returned: number
}

/** Above this number only the count is shown. */
const mostSquares = 6

/** The units of an order as squares: delivered, stuck, returned, and those under way. */
export function UnitCounts({ counts }: { counts: Counts }) {
	const { total, delivered, stuck, returned } = counts
	if (total === 0) return <span className="text-muted">—</span>
	const tones: Tone[] = [
		...Array<Tone>(delivered).fill('good'),
		...Array<Tone>(stuck).fill('soon'),
		...Array<Tone>(returned).fill('bad'),
		...Array<Tone>(Math.max(0, total - delivered - stuck - returned)).fill('note'),
	]
	const words = m['orders.units_of']({ delivered, count: total })
	return (
		<span className="inline-flex items-center gap-1.5 whitespace-nowrap">
			<span className="inline-flex gap-0.5">
				{tones.slice(0, mostSquares).map((tone, at) => (
					<UnitSquare key={String(at)} tone={tone} />
				))}
			</span>
			<span className={total > 1 ? 'text-muted' : 'sr-only'}>{words}</span>
		</span>
	)
}
