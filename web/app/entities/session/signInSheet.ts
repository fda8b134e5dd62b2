import { createStore } from '~/lib/store.ts'

/** Where a page without a session is sent; the page there wakes and opens the sheet. */
export const signInHash = '#signin'

interface Sheet {
	isOpen: boolean
	/** Where to go afterwards; the page it was opened on if absent. */
	back?: string
	/** Somebody is signed in and has to show once more that it is they. */
	isAgain?: boolean
}

export const sheet = createStore<Sheet>({ isOpen: false })

export function openSignIn(back?: string): void {
	sheet.update(() => ({ isOpen: true, back }))
}

export function closeSignIn(): void {
	sheet.update(() => ({ isOpen: false }))
}
