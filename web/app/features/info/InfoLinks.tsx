import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import type { InfoLink } from '~/entities/article/articles.ts'
import { infoPath } from '~/lib/paths.ts'

export function InfoLinks({ links }: { links: InfoLink[] }) {
	return (
		<ul className="card divide-y divide-line overflow-hidden">
			{links.map(({ slug, title, text }) => (
				<li key={slug}>
					<Link
						to={infoPath(slug)}
						prefetch="intent"
						className="flex min-h-16 items-center gap-4 px-5 py-3 hover:bg-shelf focus-visible:-outline-offset-2"
					>
						<span className="flex-1">
							<span className="block font-semibold">{title()}</span>
							{text() && <span className="block text-sm text-muted">{text()}</span>}
						</span>
						<ChevronRight size={20} aria-hidden="true" className="shrink-0 text-muted" />
					</Link>
				</li>
			))}
		</ul>
	)
}
