import { Star } from 'lucide-react'
import { classes } from '~/lib/classes.ts'
import { m } from '~/paraglide/messages.js'

/** 4.87 → «4,9». */
export function formatRating(rating: number): string {
	return rating.toFixed(1).replace('.', ',')
}

export function Rating({ rating, size = 16 }: { rating: number; size?: number }) {
	return (
		<span
			role="img"
			aria-label={m['rating.of_five']({ rating: formatRating(rating) })}
			className="inline-flex gap-0.5 align-middle"
		>
			{[1, 2, 3, 4, 5].map((star) => (
				<Star
					key={star}
					size={size}
					aria-hidden="true"
					className={classes('text-lamp-text', rating >= star - 0.5 ? 'fill-current' : 'opacity-50')}
				/>
			))}
		</span>
	)
}
