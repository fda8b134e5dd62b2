import { href, Link } from 'react-router'
import { m } from '~/paraglide/messages.js'

export interface Crumb {
	label: string
	/** Path of the page. */
	to: string
}

/** The way from the home page; the page itself comes last and is not a link. */
export function Crumbs({ trail }: { trail: Crumb[] }) {
	const way = [{ label: m['crumbs.home'](), to: href('/ru') }, ...trail]
	return (
		<nav aria-label={m['crumbs.label']()} className="mb-1 md:mb-2">
			<ol className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
				{way.slice(0, -1).map(({ label, to }, at) => (
					<li key={to} className="flex items-center gap-2">
						{at > 0 && <span aria-hidden="true">/</span>}
						<Link to={to} className="inline-flex min-h-11 items-center hover:text-fore">
							{label}
						</Link>
					</li>
				))}
				{/* On a phone the heading right below says it. */}
				<li className="hidden items-center gap-2 md:flex">
					<span aria-hidden="true">/</span>
					<span aria-current="page" className="max-w-[46ch] truncate">
						{way.at(-1)?.label}
					</span>
				</li>
			</ol>
		</nav>
	)
}

/** The same way for search engines. */
export function crumbList(trail: Crumb[], origin: string): object {
	const way = [{ label: m['crumbs.home'](), to: href('/ru') }, ...trail]
	return {
		'@type': 'BreadcrumbList',
		itemListElement: way.map(({ label, to }, at) => ({
			'@type': 'ListItem',
			position: at + 1,
			name: label,
			item: origin + to,
		})),
	}
}
