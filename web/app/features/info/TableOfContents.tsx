import { ChevronDown } from 'lucide-react'
import type { Heading } from '~/lib/articleHtml.ts'
import { m } from '~/paraglide/messages.js'

/** Beside a long text on a desktop, folded above it on a phone. */
export function TableOfContents({ headings }: { headings: Heading[] }) {
	if (headings.length < 2) return null
	return (
		<>
			<details className="card group lg:hidden">
				<summary className="flex min-h-13 list-none items-center gap-4 px-5 font-semibold [&::-webkit-details-marker]:hidden">
					<span className="flex-1">{m['info_page.contents']()}</span>
					<ChevronDown
						size={20}
						aria-hidden="true"
						className="shrink-0 text-muted transition-transform group-open:rotate-180"
					/>
				</summary>
				<nav aria-label={m['info_page.contents']()} className="px-5 pb-3">
					<List headings={headings} />
				</nav>
			</details>
			<nav
				aria-labelledby="contents"
				className="hidden max-h-[calc(100dvh-48px)] overflow-y-auto border-l border-line pl-5 lg:sticky lg:top-6 lg:block"
			>
				<h2 id="contents" className="mb-1 text-sm text-muted">
					{m['info_page.contents']()}
				</h2>
				<List headings={headings} />
			</nav>
		</>
	)
}

function List({ headings }: { headings: Heading[] }) {
	return (
		<ol>
			{headings.map(({ id, text }) => (
				<li key={id}>
					<a href={`#${id}`} className="flex min-h-11 items-center py-1.5 text-sm text-muted hover:text-fore">
						{text}
					</a>
				</li>
			))}
		</ol>
	)
}
