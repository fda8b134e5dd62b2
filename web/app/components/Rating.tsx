import { Star } from 'lucide-react'
import { m } from '~/paraglide/messages.js'

/** 4.87 → «4,9». */
export function formatRating(rating: number): string {
	return rating.toFixed(1).replace('.', ',')
}

/** Five stars, filled as far as the rating goes: 4,6 leaves a part of the last one empty. */
export function Rating({ rating, size = 16 }: { rating: number; size?: number }) {
	return (
		<span
			role="img"
			aria-label={m['rating.of_five']({ rating: formatRating(rating) })}
			className="inline-flex gap-0.5 align-middle text-lamp-line"
		>
			{[0, 1, 2, 3, 4].map((before) => (
				<span key={before} aria-hidden="true" className="relative">
					<Star size={size} className="opacity-50" />
					<span className="absolute inset-y-0 left-0 overflow-hidden" style={{ width: `${filled(rating - before)}%` }}>
						<Star size={size} className="fill-current" />
					</span>
				</span>
			))}
		</span>
	)
}

/** How much of a star is filled, in percent. */
export function filled(rating: number): number {
	return Math.round(Math.min(Math.max(rating, 0), 1) * 100)
}
