// Who is signed in. Asked for once the page is alive, kept for half an hour.
import type { Profile } from '~/api/gen/types.gen.ts'
import { createStore, useStore } from '~/lib/store.ts'
import { onCode } from './promoCodeEvents.ts'
import { isSignedIn } from './signedInState.ts'

export const keepFor = 30 * 60_000

interface Kept {
	profile: Profile | null
	/** When it was asked for. */
	at: number
	failed: boolean
}

const nobody: Kept = { profile: null, at: 0, failed: false }
const kept = createStore(nobody)
let asking: Promise<void> | undefined

export const useUser = (): Profile | null => useStore(kept).profile
export const useUserFailed = (): boolean => useStore(kept).failed

/** What an answer of the API brought along. */
export function keepUser(profile: Profile): void {
	kept.update(() => ({ profile, at: Date.now(), failed: false }))
}

export function forgetUser(): void {
	asking = undefined
	kept.update(() => nobody)
}

/** Asks unless the answer is there and younger than half an hour. */
export async function loadUser(): Promise<void> {
	const { profile, at } = kept.get()
	if (isSignedIn() && !(profile && Date.now() - at < keepFor)) await refetchUser()
}

/** Those who ask at the same time share one answer. */
export function refetchUser(): Promise<void> {
	const mine = asking ?? ask()
	asking = mine
	return mine.finally(() => {
		if (asking === mine) asking = undefined
	})
}

async function ask(): Promise<void> {
	try {
		const { askProfile } = await import('./fetchProfile.ts')
		const profile = await askProfile()
		// Signed out meanwhile: it is nobody's any more.
		if (isSignedIn()) keepUser(profile)
	} catch {
		kept.update((before) => ({ ...before, failed: before.profile === null }))
	}
}

/** Follows the account while somebody is signed in. */
export function startUser(): () => void {
	loadUser()
	const stop = onCode(() => {
		if (kept.get().profile) refetchUser()
	})
	document.addEventListener('visibilitychange', loadUser)
	return () => {
		stop()
		document.removeEventListener('visibilitychange', loadUser)
		// Signed out, maybe in another tab.
		if (!isSignedIn()) forgetUser()
	}
}
