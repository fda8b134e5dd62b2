import * as api from '@larek/api/admin/sdk.gen.ts'
import type {
	AlertChange,
	AlertChannel,
	AlertKind,
	Alerts,
	AlertTest,
	PasswordChange,
	SessionInfo,
	SignInEvent,
} from '@larek/api/admin/types.gen.ts'
import { call, useRead, withKey } from '~/api/client.ts'
import type { Problem } from '~/api/problem.ts'
import { type Action, useAction } from '~/kit/action.ts'
import { m } from '~/paraglide/messages.js'

export type { AlertChange, AlertChannel, AlertKind, Alerts, SessionInfo, SignInEvent }

export const accountKeys = {
	alerts: ['account', 'alerts'] as const,
	factors: ['account', 'factors'] as const,
	sessions: ['account', 'sessions'] as const,
	signIns: ['account', 'sign-ins'] as const,
}

export const useFactors = () => useRead(accountKeys.factors, api.listFactors, {})

export const useOwnSessions = () => useRead(accountKeys.sessions, api.listOwnSessions, {})

export const useOwnSignIns = () => useRead(accountKeys.signIns, api.listOwnSignIns, {})

export const useAlerts = () => useRead(accountKeys.alerts, api.getAlerts, {})

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

export function useChangeAlerts(
	onDone: (saved: Alerts) => void,
	onFields: (fields: Problem['fields']) => void,
): Action<AlertChange> {
	return useAction({
		run: (body: AlertChange, key) => call(api.changeAlerts, { body, headers: withKey(key) }),
		invalidate: [accountKeys.alerts],
		done: m['alerts.saved'](),
		onDone,
		onFields,
	})
}

export function useTestAlerts(): Action<AlertTest> {
	return useAction({
		run: (body: AlertTest, key) => call(api.testAlerts, { body, headers: withKey(key) }),
		done: m['alerts.test_sent'](),
	})
}
