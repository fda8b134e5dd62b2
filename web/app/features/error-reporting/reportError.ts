import { whenIdle } from '~/lib/idle.ts'

const maxWaiting = 10
let waiting: unknown[] = []
let send = (error: unknown) => {
	if (waiting.length < maxWaiting) waiting.push(error)
}

/** Takes an error to report; it is queued until the sender is loaded. */
export function reportError(error: unknown): void {
	send(error)
}

/** Errors are reported only where the document says where to; what sends them is loaded when nothing else is wanted. */
export function startReporting(release: string): void {
	const to = document.querySelector<HTMLMetaElement>('meta[name=errors-to]')?.content
	if (!to) {
		waiting = []
		send = () => {}
		return
	}
	addEventListener('error', (event) => event.error && reportError(event.error))
	addEventListener('unhandledrejection', (event) => reportError(event.reason))
	whenIdle(async () => {
		// If even that does not load, the error cannot be reported.
		const { sender } = await import('@larek/shared/errorEnvelope.ts').catch(() => ({ sender: null }))
		if (!sender) return
		send = sender(to, release)
		for (const error of waiting) send(error)
		waiting = []
	})
}
