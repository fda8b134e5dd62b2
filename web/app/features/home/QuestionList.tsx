import { ChevronDown } from 'lucide-react'
import { Section } from '~/components/Section.tsx'
import { m } from '~/paraglide/messages.js'

/** The browser's own disclosure: opens without a script, and a search on the page finds what is inside. */
export function QuestionList({ questions }: { questions: Array<{ text: string; answer: string }> }) {
	return (
		<Section title={m['faq.title']()}>
			<div className="card divide-y divide-line">
				{questions.map(({ text, answer }) => (
					<details key={text} className="group">
						<summary className="flex min-h-14 list-none items-center gap-4 px-5 py-3 font-semibold [&::-webkit-details-marker]:hidden">
							<span className="flex-1">{text}</span>
							<ChevronDown
								size={20}
								aria-hidden="true"
								className="shrink-0 text-muted transition-transform group-open:rotate-180"
							/>
						</summary>
						<p className="max-w-[70ch] px-5 pb-4 text-muted">{answer}</p>
					</details>
				))}
			</div>
		</Section>
	)
}
