import { Link } from 'react-router'
import { m } from '~/paraglide/messages.js'

export interface Crumb {
	label: string
	/** Path of the page, e.g. `/ru/games`. */
	to: string
}

/** The way from the home page to this one; the last crumb is the page itself. */
export function Breadcrumbs({ crumbs }: { crumbs: Crumb[] }) {
	return (
		<nav aria-label={m['games.crumbs']()} className="mb-1 text-sm text-muted md:mb-3">
			<ol className="flex flex-wrap items-center gap-x-2">
				{crumbs.map(({ label, to }, at) => (
					<li key={to} className="flex items-center gap-2">
						{at > 0 && <span aria-hidden="true">/</span>}
						{at < crumbs.length - 1 ? (
							<Link to={to} className="inline-flex min-h-11 items-center hover:text-fore">
								{label}
							</Link>
						) : (
							<span aria-current="page">{label}</span>
						)}
					</li>
				))}
			</ol>
		</nav>
	)
}

/** The same for search engines. */
export function crumbList(crumbs: Crumb[], origin: string): object {
	return {
		'@type': 'BreadcrumbList',
		itemListElement: crumbs.map(({ label, to }, at) => ({
			'@type': 'ListItem',
			position: at + 1,
			name: label,
			item: origin + to,
		})),
	}
}
