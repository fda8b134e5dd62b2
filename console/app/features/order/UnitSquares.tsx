import { classes } from '@web/lib/classes.ts'
import { unitLabel, unitTone } from './labels.ts'

const fills = {
	good: 'bg-mint',
	soon: 'bg-lamp-line',
	bad: 'bg-coral',
	note: 'border-[1.5px] border-edge',
	plain: 'bg-line',
}

/** Beyond this many, the count alone says more. */
const mostSquares = 6

/** A square for every unit of an order, and how many of several are delivered. */
export function UnitSquares({ states }: { states: string[] }) {
	const delivered = states.filter((state) => state === 'delivered').length
	const label = states.length === 1 ? unitLabel(states[0] ?? '') : `${delivered} из ${states.length}`
	return (
		<span className="inline-flex items-center gap-1.5 whitespace-nowrap" title={states.map(unitLabel).join(', ')}>
			<span className="inline-flex gap-0.5" aria-hidden="true">
				{states.slice(0, mostSquares).map((state, at) => (
					<i key={String(at)} className={classes('size-2.25 rounded-[2.5px]', fills[unitTone(state)])} />
				))}
			</span>
			{states.length > 1 ? <span className="text-muted">{label}</span> : <span className="sr-only">{label}</span>}
		</span>
	)
}
