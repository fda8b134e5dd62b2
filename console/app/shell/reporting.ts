const mostWaiting = 10
let waiting: unknown[] = []
let send = (error: unknown) => {
	if (waiting.length < mostWaiting) waiting.push(error)
}

/** Takes an error to report; it is kept until the address is known. */
export function take(error: unknown): void {
	send(error)
}

/** Errors are reported if the edge names an address for them (`SENTRY_DSN`). The document is one file for all shops. */
export async function startReporting(): Promise<void> {
	addEventListener('error', (event) => event.error && take(event.error))
	addEventListener('unhandledrejection', (event) => take(event.reason))
	const to = await errorsTo()
	const sender = to ? await senderTo(to) : undefined
	for (const error of waiting) sender?.(error)
	waiting = []
	send = sender ?? (() => {})
}

async function errorsTo(): Promise<string> {
	try {
		const answer = await fetch('/console/errors-to')
		const text = answer.ok ? (await answer.text()).trim() : ''
		// The development server answers any address with the document.
		return /^https?:\/\/\S+$/.test(text) ? text : ''
	} catch {
		return ''
	}
}

async function senderTo(address: string) {
	const release = document.querySelector<HTMLMetaElement>('meta[name=version]')?.content ?? ''
	// If even that does not load, the error cannot be reported.
	const { sender } = await import('@larek/shared/errorEnvelope.ts').catch(() => ({ sender: undefined }))
	return sender?.(address, release)
}
