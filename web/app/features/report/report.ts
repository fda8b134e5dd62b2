import { whenIdle } from '~/lib/idle.ts'

const room = 10
let waiting: unknown[] = []
let send = (error: unknown) => {
	if (waiting.length < room) waiting.push(error)
}

/** Takes an error to be told of; kept until the sender is here. */
export function report(error: unknown): void {
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
	addEventListener('error', (event) => event.error && report(event.error))
	addEventListener('unhandledrejection', (event) => report(event.reason))
	whenIdle(async () => {
		// If even that does not load, there is nobody to tell.
		const { sender } = await import('./envelope.ts').catch(() => ({ sender: null }))
		if (!sender) return
		send = sender(to, release)
		for (const error of waiting) send(error)
		waiting = []
	})
}
