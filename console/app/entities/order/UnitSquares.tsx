import { classes } from '@web/lib/classes.ts'

export type UnitTone = 'good' | 'wait' | 'bad' | 'open' | 'idle'

const tones: Record<UnitTone, string> = {
	good: 'bg-mint',
	wait: 'bg-lamp-line',
	bad: 'bg-coral',
	open: 'border-[1.5px] border-edge',
	idle: 'bg-line',
}

/** A square for every unit of an order; beyond eight the count alone says more. */
export function UnitSquares({ units, label }: { units: UnitTone[]; label: string }) {
	return (
		<span role="img" aria-label={label} title={label} className="inline-flex gap-0.5 align-middle">
			{units.slice(0, 8).map((tone, at) => (
				// biome-ignore lint/suspicious/noArrayIndexKey: units have no other name than their place
				<i key={at} className={classes('size-[9px] rounded-[2.5px]', tones[tone])} />
			))}
		</span>
	)
}
