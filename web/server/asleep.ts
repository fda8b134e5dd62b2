import { wake } from '../app/wake.ts'

/** Turns a rendered document into one whose scripts wait for the visitor; see app/wake.ts. */
export function putToSleep(html: string): string {
	return html
		.replace(/<link rel="modulepreload"[^>]*>/g, '')
		.replace(/<script type="module"[^>]*>/g, '<script type="text/plain" data-asleep="">')
		.replace('</body>', `<script>${wakeScript}</script></body>`)
}

export const wakeScript = `(${wake.toString()})()`
