import { getMe, getSession } from '@larek/api/admin/sdk.gen.ts'
import type { ConsoleSession, Me, Permission, ProofMethod } from '@larek/api/admin/types.gen.ts'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { learnPartners } from '~/api/names.ts'
import { call } from './client.ts'

export type { ConsoleSession, Me, Permission, ProofMethod }

/** The session of a signed-out browser. */
export const signedOut: ConsoleSession = {
	state: 'none',
	methods: [],
	name: null,
	expiresAt: null,
	locksAt: null,
	freshUntil: null,
}

export const sessionKeys = { state: ['session'] as const, me: ['me'] as const }

/** Whether this browser is signed in, and which proof is due. */
export const sessionQuery = queryOptions({
	queryKey: sessionKeys.state,
	queryFn: () => call(getSession, {}),
	staleTime: 30_000,
})

export const meQuery = queryOptions({
	queryKey: sessionKeys.me,
	queryFn: async () => {
		const me = await call(getMe, {})
		learnPartners(me.partners)
		return me
	},
	staleTime: 10_000,
})

export const useSession = () => useQuery(sessionQuery)

/** The signed-in operator. Only below the shell, which waits for it. */
export function useMe(): Me {
	const { data } = useQuery(meQuery)
	if (!data) throw new Error('useMe outside of the shell')
	return data
}

/** Whether the signed-in operator has a permission, for menus and links. Actions use `allowed_actions` instead. */
export function useMay(): (permission: Permission) => boolean {
	const { permissions } = useMe()
	return (permission) => permissions.includes(permission)
}

/** Stores a new session and refetches everything else. */
export function useSessionChange(): (session: ConsoleSession) => Promise<void> {
	const client = useQueryClient()
	return async (session) => {
		client.setQueryData(sessionKeys.state, session)
		if (session.state === 'open')
			await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
		if (session.state === 'none') client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' })
	}
}
