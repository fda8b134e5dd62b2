import { type ReactNode, useEffect, useState } from 'react'
import { m } from '~/paraglide/messages.js'

/** The delay before a skeleton appears: a flash is worse than a pause. */
export const skeletonDelay = 150

/** Shows its children only once the wait has become noticeable. */
export function Delayed({ children }: { children: ReactNode }) {
	const [shown, setShown] = useState(false)
	useEffect(() => {
		const timer = setTimeout(() => setShown(true), skeletonDelay)
		return () => clearTimeout(timer)
	}, [])
	return shown ? (
		<div role="status" className="contents">
			<span className="sr-only">{m['common.loading']()}</span>
			{children}
		</div>
	) : null
}

/** Lines in the place of a list. */
export function SkeletonRows({ rows = 8 }: { rows?: number }) {
	return (
		<Delayed>
			<div className="card divide-y divide-hair" aria-hidden="true">
				{Array.from({ length: rows }, (_, row) => (
					<div key={String(row)} className="flex h-10 items-center gap-4 px-3.5">
						<span className="skeleton h-3 w-16" />
						<span className="skeleton h-3 w-24" />
						<span className="skeleton h-3 flex-1" />
						<span className="skeleton h-3 w-20" />
					</div>
				))}
			</div>
		</Delayed>
	)
}

/** Cards in the place of a page with columns. */
export function SkeletonCards({ cards = 3 }: { cards?: number }) {
	return (
		<Delayed>
			<div className="grid gap-3.5 md:grid-cols-3" aria-hidden="true">
				{Array.from({ length: cards }, (_, card) => (
					<div key={String(card)} className="card grid gap-2.5 p-3.5">
						<span className="skeleton h-3.5 w-28" />
						<span className="skeleton h-3 w-full" />
						<span className="skeleton h-3 w-2/3" />
						<span className="skeleton h-3 w-4/5" />
					</div>
				))}
			</div>
		</Delayed>
	)
}
