import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { toneText } from '~/kit/Pill.tsx'
import type { Change } from './compare.ts'

interface TileProps {
	name: string
	value: ReactNode
	/** After the value, smaller. */
	beside?: ReactNode
	change?: Change
	/** What the change is against, or another sum. */
	note?: ReactNode
	/** The list that makes the number. */
	to: string
}

/** One number of the first screen; it opens the list it is made of. */
export function Tile({ name, value, beside, change, note, to }: TileProps) {
	return (
		<Link to={to} className="card block px-3.5 py-3 hover:border-edge">
			<p className="text-muted">{name}</p>
			<p className="mt-0.5 text-xl font-semibold">
				{value} {beside && <span className="text-xs font-normal text-muted">{beside}</span>}
			</p>
			<p className="mt-0.5 min-h-4 text-xs text-muted">
				{change && <span className={classes('font-semibold', toneText[change.tone])}>{change.text}</span>}
				{change && note && ' · '}
				{note}
			</p>
		</Link>
	)
}
