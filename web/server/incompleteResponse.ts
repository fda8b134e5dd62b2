import { AsyncLocalStorage } from 'node:async_hooks'

type Handler = (request: Request) => Promise<Response>

// The build carries its own copy of this module, so both find the storage in one place outside of them.
const shelf = globalThis as { larekOutcome?: AsyncLocalStorage<{ incomplete: boolean }> }
shelf.larekOutcome ??= new AsyncLocalStorage()
const outcomes = shelf.larekOutcome

/** Says that the page being rendered lacks something the API failed to give. */
export function markIncomplete(): void {
	const outcome = outcomes.getStore()
	if (outcome) outcome.incomplete = true
}

/** A page with a failed section is shown to whoever asked for it, and kept by nobody. */
export function keepOnlyWhole(handle: Handler): Handler {
	return (request) =>
		outcomes.run({ incomplete: false }, async () => {
			const response = await handle(request)
			if (outcomes.getStore()?.incomplete) {
				response.headers.set('Cache-Control', 'private, no-store')
				response.headers.delete('xkey')
			}
			return response
		})
}
