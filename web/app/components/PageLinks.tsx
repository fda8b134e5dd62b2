import { classes } from '@larek/shared/classes.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { pageLinks } from '~/lib/pageNumber.ts'
import { m } from '~/paraglide/messages.js'

interface PageLinksProps {
	page: number
	last: number
	/** The address of a page of this list. */
	to: (page: number) => string
}

const box = 'grid h-11 min-w-11 place-items-center rounded-control px-1 font-semibold'

export function PageLinks({ page, last, to }: PageLinksProps) {
	if (last < 2) return null
	return (
		<nav aria-label={m['paging.label']()} className="mt-8 flex flex-wrap items-center justify-center gap-1 md:gap-2">
			<Arrow to={page > 1 ? to(page - 1) : undefined} rel="prev" label={m['paging.previous']()}>
				<ChevronLeft size={20} aria-hidden="true" />
			</Arrow>
			{pageLinks(page, last).map((n, at) =>
				n === null ? (
					// biome-ignore lint/suspicious/noArrayIndexKey: a gap is known only by its place
					<span key={`gap-${at}`} aria-hidden="true" className="w-5 text-center text-muted">
						…
					</span>
				) : (
					<Link
						key={n}
						to={to(n)}
						prefetch="intent"
						aria-label={m['paging.page']({ page: n })}
						aria-current={n === page ? 'page' : undefined}
						className={classes(box, n === page ? 'bg-shelf text-fore' : 'text-muted hover:bg-shelf hover:text-fore')}
					>
						{n}
					</Link>
				),
			)}
			<Arrow to={page < last ? to(page + 1) : undefined} rel="next" label={m['paging.next']()}>
				<ChevronRight size={20} aria-hidden="true" />
			</Arrow>
		</nav>
	)
}

function Arrow({ to, rel, label, children }: { to?: string; rel: string; label: string; children: ReactNode }) {
	// The place is reserved, so that the numbers do not move under the finger.
	if (!to) return <span className={classes(box, 'invisible')} />
	return (
		<Link to={to} rel={rel} prefetch="intent" aria-label={label} className={classes(box, 'text-fore hover:bg-shelf')}>
			{children}
		</Link>
	)
}
