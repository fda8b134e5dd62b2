// Errors in the Sentry protocol, without its SDK, which is 25 KB and collects what visitors type and open.
import { redact, redactUrl } from './redact.ts'

const mostPerPage = 10

/** Sends errors to the project of a DSN, each once and not without end. */
export function sender(dsn: string, release: string): (error: unknown) => void {
	const endpoint = endpointOf(dsn)
	const reported = new Set<string>()
	return (error) => {
		if (!isReported(error)) return
		const exception = describe(error)
		const same = `${exception.type} ${exception.value}`
		if (reported.has(same) || reported.size >= mostPerPage) return
		reported.add(same)
		// Plain text needs no preflight; the answer is of no interest.
		const body = envelope(exception, release)
		fetch(endpoint, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {})
	}
}

/** What the shop answers on purpose, from 300 to 499, is not an error of the app; nor is a request given up. */
export function isReported(error: unknown): boolean {
	const { status, init, name } = (error ?? {}) as { status?: number; init?: { status?: number } | null; name?: string }
	const code = status ?? init?.status ?? 0
	return !(code >= 300 && code < 500) && name !== 'AbortError'
}

export function endpointOf(dsn: string): string {
	const { protocol, host, pathname, username } = new URL(dsn)
	const [, prefix, project] = /^(.*)\/([^/]+)$/.exec(pathname) ?? []
	return `${protocol}//${host}${prefix}/api/${project}/envelope/?sentry_version=7&sentry_key=${username}`
}

interface Exception {
	type: string
	value: string
	stacktrace?: { frames: object[] }
}

function describe(error: unknown): Exception {
	if (!(error instanceof Error)) return { type: 'Error', value: redact(textOf(error)) }
	const frames = framesOf(error.stack ?? '')
	return { type: error.name, value: redact(error.message), ...(frames.length > 0 && { stacktrace: { frames } }) }
}

function textOf(error: unknown): string {
	const { status, statusText } = (error ?? {}) as { status?: number; statusText?: string }
	// Only the kind of a response: its body may contain what a visitor typed.
	return status ? `${status} ${statusText ?? ''}`.trim() : typeof error === 'object' ? 'not an Error' : String(error)
}

/** Both ways of writing a stack: `at name (url:1:2)` and `name@url:1:2`. Sentry wants the innermost call last. */
export function framesOf(stack: string): object[] {
	const line = /^(?:\s*at (?:(.*?) \()?|(.*?)@)(https?:[^\s)]+?):(\d+):(\d+)\)?$/gm
	return [...stack.matchAll(line)]
		.map(([, v8, gecko, url = '', row, column]) => ({
			function: v8 || gecko || '?',
			filename: redactUrl(url),
			lineno: Number(row),
			colno: Number(column),
			in_app: true,
		}))
		.slice(0, 30)
		.reverse()
}

function envelope(exception: Exception, release: string): string {
	// Not randomUUID, which plain http has not.
	const id = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
	const event = {
		event_id: id,
		timestamp: Date.now() / 1000,
		platform: 'javascript',
		level: 'error',
		release,
		request: { url: redactUrl(location.href), headers: { 'User-Agent': navigator.userAgent } },
		exception: { values: [{ ...exception, mechanism: { type: 'generic', handled: false } }] },
	}
	const head = { event_id: id, sent_at: new Date().toISOString() }
	return [head, { type: 'event' }, event].map((part) => JSON.stringify(part)).join('\n')
}
