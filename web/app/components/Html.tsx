import { cleanHtml } from '@larek/shared/cleanHtml.ts'
import { type HTMLAttributes, useContext } from 'react'
import { MarkContext } from '~/lib/mark.ts'

interface HtmlProps extends HTMLAttributes<HTMLElement> {
	html: string
	as?: 'article' | 'span'
}

/** The only component that shows markup from outside. It is sanitized here, even if it was sanitized before. */
export function Html({ html, as: Tag = 'article', ...rest }: HtmlProps) {
	const mark = useContext(MarkContext)
	const clean = cleanHtml(html)
	const marked = mark ? `<!--${mark}-->${clean}<!--/${mark}-->` : clean
	// biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned one line above
	return <Tag {...rest} dangerouslySetInnerHTML={{ __html: marked }} />
}
