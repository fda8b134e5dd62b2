import { useState } from 'react'
import { ResponseError } from '~/api/errors.ts'
import { notify } from '~/components/toast/toasts.ts'
import { askFresh, wantsFresh } from '~/entities/session/freshSignIn.ts'
import { m } from '~/paraglide/messages.js'

type Ask = typeof import('./settingsApi.client.ts')

/** One thing at a time; what the server refuses is told in its words. `doing` names the button that was pressed. */
export function useDoing(): [
	doing: string | undefined,
	run: (name: string, work: (ask: Ask) => Promise<void>) => void,
] {
	const [doing, setDoing] = useState<string>()
	async function run(name: string, work: (ask: Ask) => Promise<void>) {
		if (doing) return
		setDoing(name)
		try {
			await work(await import('./settingsApi.client.ts'))
		} catch (error) {
			if (wantsFresh(error)) askFresh()
			else notify('error', (error instanceof ResponseError && error.detail) || m['settings.not_done']())
		} finally {
			setDoing(undefined)
		}
	}
	return [doing, run]
}
