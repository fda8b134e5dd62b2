import { type HTMLAttributes, useContext } from 'react'
import { MarkContext } from '~/lib/mark.ts'

interface HtmlProps extends HTMLAttributes<HTMLElement> {
	html: string
	as?: 'article' | 'span'
}

/** The only component that shows markup from outside. The API has sanitized it, when it was stored and when it was read. */
export function Html({ html, as: Tag = 'article', ...rest }: HtmlProps) {
	const mark = useContext(MarkContext)
	const marked = mark ? `<!--${mark}-->${html}<!--/${mark}-->` : html
	// biome-ignore lint/security/noDangerouslySetInnerHtml: articles of the API, which has cleaned them
	return <Tag {...rest} dangerouslySetInnerHTML={{ __html: marked }} />
}
