import { AsyncLocalStorage } from 'node:async_hooks'

type Handler = (request: Request) => Promise<Response>

// The build carries its own copy of this module, so both find the storage in one place outside of them.
const globals = globalThis as { larekOutcome?: AsyncLocalStorage<{ incomplete: boolean }> }
globals.larekOutcome ??= new AsyncLocalStorage()
const responses = globals.larekOutcome

/** Marks the page being rendered as incomplete because a call of the API failed. */
export function markIncomplete(): void {
	const response = responses.getStore()
	if (response) response.incomplete = true
}

/** A page with a failed section is shown to the visitor who requested it, and not cached. */
export function skipCacheIfIncomplete(handle: Handler): Handler {
	return (request) =>
		responses.run({ incomplete: false }, async () => {
			const response = await handle(request)
			if (responses.getStore()?.incomplete) {
				response.headers.set('Cache-Control', 'private, no-store')
				response.headers.delete('xkey')
			}
			return response
		})
}
