import * as api from '@larek/api/admin/sdk.gen.ts'
import type { Invitation, Member, Role } from '@larek/api/admin/types.gen.ts'
import { call, sender, senderTo, useRead, withKey } from '~/api/client.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

export type { Invitation, Member, Role }

export const staffKeys = {
	all: ['staff'] as const,
	people: ['staff', 'people'] as const,
	person: (id: number) => ['staff', 'person', id] as const,
	invitations: ['staff', 'invitations'] as const,
	roles: ['staff', 'roles'] as const,
	deadlines: ['staff', 'deadlines'] as const,
}

export const usePeople = () => useRead(staffKeys.people, api.listStaff, {})

export const usePerson = (id: number) => useRead(staffKeys.person(id), api.getStaff, { path: { id } })

export const useInvitations = () => useRead(staffKeys.invitations, api.listInvitations, {})

export const useRoles = () => useRead(staffKeys.roles, api.listRoles, {})

export const useDeadlines = () => useRead(staffKeys.deadlines, api.getDeadlines, {})

export const sendInvitation = sender(api.invite)

export const changeMember = senderTo(api.updateStaff)

export const makeRole = sender(api.createRole)

export const changeRole = senderTo(api.updateRole)

const reasoned = {
	suspend: api.suspendStaff,
	restore: api.restoreStaff,
	reset: api.resetFactors,
	end: api.endStaffSessions,
}

/** Actions on an employee that need only a reason. */
export type MemberVerb = keyof typeof reasoned

export async function actOnMember(verb: MemberVerb, id: number, reason: ReasonValue, key: string): Promise<void> {
	await call(reasoned[verb], { path: { id }, body: { reason }, headers: withKey(key) })
}

export const revoke = (id: number, reason: ReasonValue, key: string) =>
	call(api.revokeInvitation, { path: { id }, body: { reason }, headers: withKey(key) })
