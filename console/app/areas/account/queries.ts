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
import { useQuery } from '@tanstack/react-query'
import { call, useRead, withKey } from '~/api/client.ts'
import { type Problem, ResponseError } from '~/api/problem.ts'
import { type Action, useAction } from '~/kit/action.ts'
import { m } from '~/paraglide/messages.js'
import { hasPush, pushEndpoint, subscribePush, unsubscribePush } from './push.ts'

export type { AlertChange, AlertChannel, AlertKind, Alerts, SessionInfo, SignInEvent }

export const accountKeys = {
	alerts: ['account', 'alerts'] as const,
	push: ['account', 'push'] as const,
	factors: ['account', 'factors'] as const,
	sessions: ['account', 'sessions'] as const,
	signIns: ['account', 'sign-ins'] as const,
}

export const useFactors = () => useRead(accountKeys.factors, api.listFactors, {})

export const useOwnSessions = () => useRead(accountKeys.sessions, api.listOwnSessions, {})

export const useOwnSignIns = () => useRead(accountKeys.signIns, api.listOwnSignIns, {})

export const useAlerts = () => useRead(accountKeys.alerts, api.getAlerts, {})

/** The address of this browser while pushes are on in it. */
export const usePushEndpoint = () => useQuery({ queryKey: accountKeys.push, queryFn: pushEndpoint, enabled: hasPush() })

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

export function useTurnPushOn(): Action<{ shop: string }> {
	return useAction({
		run: async ({ shop }: { shop: string }, key) => {
			const body = await subscribePush(shop)
			if (!body) throw new ResponseError(400, { code: 'push.refused', detail: m['alerts.refused']() })
			return call(api.subscribeAlerts, { body, headers: withKey(key) })
		},
		invalidate: [accountKeys.push, accountKeys.alerts],
		done: m['alerts.turned_on'](),
	})
}

export function useTurnPushOff(): Action<{ endpoint: string }> {
	return useAction({
		run: async (body: { endpoint: string }, key) => {
			await call(api.unsubscribeAlerts, { body, headers: withKey(key) })
			await unsubscribePush()
		},
		invalidate: [accountKeys.push, accountKeys.alerts],
		done: m['alerts.turned_off'](),
	})
}
