import { classes } from '@larek/shared/classes.ts'
import type { ComponentProps } from 'react'
import { GiftCard } from './GiftCard.tsx'

interface GiftGridProps {
	gifts: Array<ComponentProps<typeof GiftCard>['gift']>
	/** The columns on larger screens; a phone has two. */
	className: string
	/** How many are in the first screenful. */
	priority?: number
}

export function GiftGrid({ gifts, className, priority = 0 }: GiftGridProps) {
	return (
		<ul className={classes('grid grid-cols-2 gap-3 md:gap-4.5', className)}>
			{gifts.map((gift, at) => (
				<li key={gift.id}>
					<GiftCard gift={gift} priority={at < priority} />
				</li>
			))}
		</ul>
	)
}
