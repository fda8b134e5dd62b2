// The signed-in user. Fetched after hydration, cached for half an hour.
import type { Profile } from '@larek/api/store/types.gen.ts'
import { createStore, useStore } from '@larek/shared/store.ts'
import { onPromoCodeEvent } from './promoCodeEvents.ts'
import { isSignedIn } from './signedInState.ts'

export const profileTTL = 30 * 60_000

interface CachedProfile {
	profile: Profile | null
	/** When it was asked for. */
	at: number
	failed: boolean
}

const noProfile: CachedProfile = { profile: null, at: 0, failed: false }
const cached = createStore(noProfile)
let pending: Promise<void> | undefined

export const useUser = (): Profile | null => useStore(cached).profile
export const useUserFailed = (): boolean => useStore(cached).failed

/** Stores the profile of another API response. */
export function setUser(profile: Profile): void {
	cached.update(() => ({ profile, at: Date.now(), failed: false }))
}

export function clearUser(): void {
	pending = undefined
	cached.update(() => noProfile)
}

/** Fetches the profile unless it is cached and younger than half an hour. */
export async function loadUser(): Promise<void> {
	const { profile, at } = cached.get()
	if (isSignedIn() && !(profile && Date.now() - at < profileTTL)) await refetchUser()
}

/** Concurrent callers share one request. */
export function refetchUser(): Promise<void> {
	const mine = pending ?? fetchUser()
	pending = mine
	return mine.finally(() => {
		if (pending === mine) pending = undefined
	})
}

async function fetchUser(): Promise<void> {
	try {
		const { fetchProfile } = await import('./fetchProfile.ts')
		const profile = await fetchProfile()
		// Signed out meanwhile: the profile belongs to no session.
		if (isSignedIn()) setUser(profile)
	} catch {
		cached.update((before) => ({ ...before, failed: before.profile === null }))
	}
}

/** Follows the account while a user is signed in. */
export function startUser(): () => void {
	loadUser()
	// A page that stays open fetches it again when it has expired.
	let timer = 0
	const schedule = () => {
		clearTimeout(timer)
		const { at } = cached.get()
		if (at) timer = window.setTimeout(loadUser, Math.max(0, at + profileTTL - Date.now()))
	}
	const unsubscribe = cached.subscribe(schedule)
	schedule()
	const stop = onPromoCodeEvent(() => {
		if (cached.get().profile) refetchUser()
	})
	document.addEventListener('visibilitychange', loadUser)
	return () => {
		stop()
		unsubscribe()
		clearTimeout(timer)
		document.removeEventListener('visibilitychange', loadUser)
		// Signed out, maybe in another tab.
		if (!isSignedIn()) clearUser()
	}
}
