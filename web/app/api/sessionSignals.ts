// Signals of the API client about the session. Modules that show or store something of the user listen; the client
// itself knows none of them.
import { createSignal } from '@larek/shared/signal.ts'

export type SessionSignal =
	/** `left`: the user signed out; `over`: the server no longer has the session. */
	| { type: 'signedOut'; reason: 'left' | 'over' }
	/** The user is barred; the message is the server's. */
	| { type: 'noAccess'; detail: string }

export const { emit: emitSessionSignal, on: onSessionSignal } = createSignal<SessionSignal>()
