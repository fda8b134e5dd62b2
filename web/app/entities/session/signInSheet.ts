import { createStore } from '@larek/shared/store.ts'
import { href } from 'react-router'

/** Where a private page redirects without a session; the page there hydrates and opens the sheet. */
export const signInHash = '#signin'

interface Sheet {
	isOpen: boolean
	/** Where to go afterwards; the page it was opened on if absent. */
	back?: string
	/** The user is signed in and has to authenticate once more. */
	isAgain?: boolean
}

export const sheet = createStore<Sheet>({ isOpen: false })

/** Pages of a purchase: a buyer who signs in there returns to it. */
const buying = /^\/ru\/(games\/|gifts\/detalis\/|products\/details\/|orders\/)./

/** Where to go after signing in for the profile: back to what is being bought, else to the profile. */
export const afterProfileSignIn = (pathname: string) => (buying.test(pathname) ? undefined : href('/ru/profile'))

export function openSignIn(back?: string): void {
	sheet.update(() => ({ isOpen: true, back }))
}

export function closeSignIn(): void {
	sheet.update(() => ({ isOpen: false }))
}
