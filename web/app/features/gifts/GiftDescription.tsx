import { Badge } from '~/components/Badge.tsx'
import { m } from '~/paraglide/messages.js'

export function GiftDescription({ description, tags }: { description: string; tags: string[] }) {
	return (
		<section className="card p-5">
			<h2 className="text-lg">{m['gift_page.about']()}</h2>
			<p className="mt-2 max-w-[68ch] whitespace-pre-line">{description}</p>
			{tags.length > 0 && (
				<ul aria-label={m['gift_page.tags']()} className="mt-3 flex flex-wrap gap-1.5">
					{tags.map((tag) => (
						<li key={tag}>
							<Badge>{tag}</Badge>
						</li>
					))}
				</ul>
			)}
			<h2 className="mt-6 text-lg">{m['gift_page.steps']()}</h2>
			<ol className="mt-2 grid list-decimal gap-1.5 pl-5 marker:text-muted">
				<li>{m['gift_page.step1']()}</li>
				<li>{m['gift_page.step2']()}</li>
				<li>{m['gift_page.step3']()}</li>
			</ol>
		</section>
	)
}
