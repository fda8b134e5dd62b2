import * as api from '@larek/api/admin/sdk.gen.ts'
import type {
	ConsoleSession,
	InvitationAccept,
	ProofMethod,
	SignIn,
	TotpEnrolment,
} from '@larek/api/admin/types.gen.ts'
import { call, useRead, withKey } from '~/api/client.ts'
import { ResponseError } from '~/api/problem.ts'
import { signedOut, useSessionChange } from '~/api/session.ts'
import { useAction } from '~/kit/action.ts'
import { m } from '~/paraglide/messages.js'
import { createPasskey, signWithPasskey } from './passkeys.ts'

export type { TotpEnrolment }

/** A typed secret, or a passkey of this device. */
export type Proof = { method: 'passkey' } | { method: Exclude<ProofMethod, 'passkey'>; secret: string }

export function useSignIn() {
	const onDone = useSessionChange()
	return useAction({ run: (body: SignIn) => call(api.openSession, { body }), onDone })
}

/** Finishes signing in, unlocks, or proves again before money and codes. */
export function useProve(onProved?: () => void) {
	const change = useSessionChange()
	return useAction({
		run: prove,
		onDone: async (session: ConsoleSession) => {
			await change(session)
			onProved?.()
		},
	})
}

async function prove(proof: Proof): Promise<ConsoleSession> {
	if (proof.method !== 'passkey') return call(api.proveSession, { body: proof })
	const { options } = await call(api.askPasskey, {})
	const credential = await signWithPasskey(options)
	if (!credential) throw cancelled()
	return call(api.proveSession, { body: { method: 'passkey', credential } })
}

/** The browser's dialog was closed: nothing was sent. */
const cancelled = () => new ResponseError(400, { code: 'passkey.cancelled', detail: m['sign_in.cancelled']() })

export const useInvitation = (token: string) =>
	useRead(['invitation'], api.showInvitation, { body: { token } }, { retry: false })

export function useAcceptInvitation(token: string, onFields: Parameters<typeof useAction>[0]['onFields']) {
	const onDone = useSessionChange()
	return useAction({
		run: (body: Omit<InvitationAccept, 'token'>) => call(api.acceptInvitation, { body: { ...body, token } }),
		onDone,
		onFields,
	})
}

export function useStartTotp(onDone: (start: TotpEnrolment) => void) {
	return useAction({ run: (_: Record<string, never>) => call(api.beginTotp, {}), onDone })
}

/** The response to adding a factor: recovery codes with the first one, and the session it opens. */
export interface Enrolled {
	session: ConsoleSession
	recoveryCodes: string[]
}

export function useConfirmTotp(onDone: (enrolled: Enrolled) => void) {
	return useAction({
		run: (body: { digits: string }, key) => call(api.confirmTotp, { headers: withKey(key), body }),
		onDone,
	})
}

export function useAddPasskey(onDone: (enrolled: Enrolled) => void, done?: string) {
	return useAction({
		done,
		run: async ({ name }: { name: string }, key) => {
			const { options } = await call(api.beginPasskey, {})
			const credential = await createPasskey(options)
			if (!credential) throw cancelled()
			return call(api.addPasskey, { headers: withKey(key), body: { name, credential } })
		},
		onDone,
	})
}

export function useSignOut() {
	const change = useSessionChange()
	return useAction({ run: (_: Record<string, never>) => call(api.endOwnSession, {}), onDone: () => change(signedOut) })
}

/** Locks the screen at once and keeps the page below, like the idle lock. */
export function useLock() {
	const change = useSessionChange()
	return useAction({ run: (_: Record<string, never>) => call(api.lockOwnSession, {}), onDone: change })
}
