import { cleanHtml } from '@larek/shared/cleanHtml.ts'

/** Shows an article's text. The server has cleaned it; it is cleaned here again, as the storefront does. */
export function Html({ html }: { html: string }) {
	// biome-ignore lint/security/noDangerouslySetInnerHtml: cleaned on the same line
	return <article className="prose" dangerouslySetInnerHTML={{ __html: cleanHtml(html) }} />
}
