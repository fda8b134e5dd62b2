import * as api from '@larek/api/admin/sdk.gen.ts'
import type { PasswordChange, SessionInfo, SignInEvent } from '@larek/api/admin/types.gen.ts'
import { call, useRead, withKey } from '~/api/client.ts'
import type { Problem } from '~/api/problem.ts'
import { type Action, useAction } from '~/kit/action.ts'
import { m } from '~/paraglide/messages.js'

export type { SessionInfo, SignInEvent }

export const accountKeys = {
	factors: ['account', 'factors'] as const,
	sessions: ['account', 'sessions'] as const,
	signIns: ['account', 'sign-ins'] as const,
}

export const useFactors = () => useRead(accountKeys.factors, api.listFactors, {})

export const useOwnSessions = () => useRead(accountKeys.sessions, api.listOwnSessions, {})

export const useOwnSignIns = () => useRead(accountKeys.signIns, api.listOwnSignIns, {})

type Nothing = Record<string, never>

export function useEndSession(): Action<{ session: string }> {
	return useAction({
		run: (path: { session: string }, key) => call(api.endOneSession, { path, headers: withKey(key) }),
		invalidate: [accountKeys.sessions],
		done: m['account.ended'](),
	})
}

export function useEndOthers(): Action<Nothing> {
	return useAction({
		run: (_: Nothing, key) => call(api.endOtherSessions, { headers: withKey(key) }),
		invalidate: [accountKeys.sessions],
		done: m['account.ended_others'](),
	})
}

export function useRemovePasskey(): Action<{ id: number }> {
	return useAction({
		run: (path: { id: number }, key) => call(api.removePasskey, { path, headers: withKey(key) }),
		invalidate: [accountKeys.factors],
		done: m['account.removed'](),
	})
}

export function useRemoveTotp(): Action<Nothing> {
	return useAction({
		run: (_: Nothing, key) => call(api.removeTotp, { headers: withKey(key) }),
		invalidate: [accountKeys.factors],
		done: m['account.totp_removed'](),
	})
}

export function useNewRecoveryCodes(onDone: (codes: string[]) => void): Action<Nothing> {
	return useAction({
		run: (_: Nothing, key) => call(api.replaceRecoveryCodes, { headers: withKey(key) }),
		invalidate: [accountKeys.factors],
		onDone: ({ recoveryCodes }) => onDone(recoveryCodes),
	})
}

export function useChangePassword(
	onDone: () => void,
	onFields: (fields: Problem['fields']) => void,
): Action<PasswordChange> {
	return useAction({
		run: (body: PasswordChange, key) => call(api.changePassword, { body, headers: withKey(key) }),
		invalidate: [accountKeys.sessions],
		done: m['account.password_changed'](),
		onDone,
		onFields,
	})
}
