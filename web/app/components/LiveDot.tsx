import type { ReactNode } from 'react'

/** A mint light: the page is waiting and updates by itself. */
export function LiveDot({ children }: { children: ReactNode }) {
	return (
		<p role="status" className="inline-flex items-center gap-2.5 text-sm text-mint">
			<span className="live-dot" aria-hidden="true" />
			{children}
		</p>
	)
}
