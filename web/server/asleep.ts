import { wake } from '../app/wake.ts'

/**
 * Turns a rendered document into one whose scripts wait for the visitor; see app/wake.ts. Looks only where the things
 * are: preloads in the head, which is short, and module scripts by plain text.
 */
export function putToSleep(html: string): string {
	const body = html.indexOf('</head>')
	const end = html.lastIndexOf('</body>')
	const parts = [html.slice(0, body).replace(/<link rel="modulepreload"[^>]*>/g, '')]
	let from = body
	for (let at = html.indexOf(moduleScript, from); at >= 0; at = html.indexOf(moduleScript, from)) {
		parts.push(html.slice(from, at), '<script type="text/plain" data-asleep="">')
		from = html.indexOf('>', at) + 1
	}
	parts.push(html.slice(from, end), `<script>${wakeScript}</script>`, html.slice(end))
	return parts.join('')
}

const moduleScript = '<script type="module"'
export const wakeScript = `(${wake.toString()})()`
