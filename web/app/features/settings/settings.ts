import type { Consent, Session, SignInMethod } from '@larek/api/store/types.gen.ts'

/** The data of the settings; null is a list that could not be loaded. */
export interface SettingsData {
	methods: SignInMethod[] | null
	sessions: Session[] | null
	consents: Consent[] | null
}

export interface SettingsResult {
	error?: string
	/** A fresh sign-in is required, and the sheet for that is open. */
	isAskedAgain?: boolean
}
