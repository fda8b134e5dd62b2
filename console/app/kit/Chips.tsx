import { classes } from '@larek/shared/classes.ts'

export interface Chip {
	value: string
	label: string
	count?: number
}

interface ChipsProps {
	label: string
	chips: Chip[]
	value: string
	onChange: (value: string) => void
	/** Joined in one control, for two to four choices in a bar. */
	joined?: boolean
}

/** A choice of one among a few: sources of a timeline, kinds of a queue, whose tasks. */
export function Chips({ label, chips, value, onChange, joined }: ChipsProps) {
	return (
		<fieldset className={classes('flex flex-wrap', joined ? 'rounded-control bg-shelf p-0.5' : 'gap-1.5')}>
			<legend className="sr-only">{label}</legend>
			{chips.map((chip) => (
				<button
					key={chip.value}
					type="button"
					aria-pressed={chip.value === value}
					onClick={() => onChange(chip.value)}
					className={classes(
						'inline-flex items-center gap-1.5 font-medium whitespace-nowrap max-md:min-h-11',
						joined
							? 'min-h-6.5 rounded-tag px-2.5 text-xs text-muted aria-pressed:bg-window aria-pressed:text-fore aria-pressed:shadow-[0_0_0_1px_var(--color-line)]'
							: 'min-h-7 rounded-control border border-line bg-window px-2.5 hover:border-edge aria-pressed:border-edge aria-pressed:bg-shelf aria-pressed:font-semibold',
					)}
				>
					{chip.label}
					{chip.count !== undefined && <span className="text-xs font-normal text-muted">{chip.count}</span>}
				</button>
			))}
		</fieldset>
	)
}
