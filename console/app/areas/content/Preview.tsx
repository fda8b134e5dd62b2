import { useDeferredValue } from 'react'
import { Card } from '~/kit/Card.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { useSettled } from './articleDraft.ts'
import { usePreview } from './queries.ts'

/** The text as buyers would see it, and the markup that cleaning removes. */
export function Preview({ header, text }: { header: string; text: string }) {
	const { data } = usePreview(useSettled(useDeferredValue(text)))
	return (
		<div className="grid content-start gap-3" aria-live="polite">
			{data && data.removed.length > 0 && (
				<Note tone="soon">{m['content.removed']({ list: data.removed.join(', ') })}</Note>
			)}
			<Card title={m['content.preview']()}>
				{header && <p className="head mb-3 text-lg">{header}</p>}
				{data?.text ? <Html html={data.text} /> : <p className="text-muted">{m['content.preview_empty']()}</p>}
			</Card>
		</div>
	)
}

/** Shows an article's text, which the server has cleaned. */
export function Html({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned by the server
	return <article className="prose" dangerouslySetInnerHTML={{ __html: html }} />
}
