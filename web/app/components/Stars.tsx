import { classes } from '@larek/shared/classes.ts'
import { Star } from 'lucide-react'
import { useId } from 'react'
import { m } from '~/paraglide/messages.js'

interface StarsProps {
	label: string
	/** 0 while nothing is chosen. */
	value: number
	onChange: (stars: number) => void
	error?: string
}

const labels = [
	m['review.word.one'],
	m['review.word.two'],
	m['review.word.three'],
	m['review.word.four'],
	m['review.word.five'],
]

/** Five stars to choose from; five radio buttons for the keyboard and for screen readers. */
export function Stars({ label, value, onChange, error }: StarsProps) {
	const name = useId()
	return (
		<fieldset aria-describedby={error ? `${name}-note` : undefined}>
			<legend className="text-sm text-muted">{label}</legend>
			<div className="-ml-2 flex flex-wrap items-center gap-x-1">
				<div className="flex">
					{labels.map((word, at) => (
						<label key={word()} className="star grid size-12 cursor-pointer place-items-center rounded-control">
							<input
								type="radio"
								name={name}
								value={at + 1}
								checked={value === at + 1}
								onChange={() => onChange(at + 1)}
								className="sr-only"
							/>
							<span className="sr-only">{m['review.star']({ stars: at + 1, word: word() })}</span>
							<Star
								size={30}
								aria-hidden="true"
								className={classes('text-lamp-line', value > at ? 'fill-current' : 'opacity-60')}
							/>
						</label>
					))}
				</div>
				<span aria-hidden="true" className="min-w-20 pl-2 text-sm text-muted">
					{labels[value - 1]?.()}
				</span>
			</div>
			{error && (
				<p id={`${name}-note`} role="alert" className="text-sm text-coral">
					{error}
				</p>
			)}
		</fieldset>
	)
}
