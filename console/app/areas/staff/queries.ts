import {
	createRole,
	endStaffSessions,
	getStaff,
	invite,
	listInvitations,
	listRoles,
	listStaff,
	resetFactors,
	restoreStaff,
	revokeInvitation,
	suspendStaff,
	updateRole,
	updateStaff,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	Invitation,
	InvitationNew,
	Member,
	MemberChange,
	Role,
	RoleChange,
	RoleNew,
} from '@larek/api/admin/types.gen.ts'
import { useQuery } from '@tanstack/react-query'
import { call, withKey } from '~/api/client.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

export type { Invitation, Member, Role }

export const staffKeys = {
	all: ['staff'] as const,
	people: ['staff', 'people'] as const,
	person: (id: number) => ['staff', 'person', id] as const,
	invitations: ['staff', 'invitations'] as const,
	roles: ['staff', 'roles'] as const,
}

export const usePeople = () => useQuery({ queryKey: staffKeys.people, queryFn: () => call(listStaff, {}) })

export const usePerson = (id: number) =>
	useQuery({ queryKey: staffKeys.person(id), queryFn: () => call(getStaff, { path: { id } }) })

export const useInvitations = () =>
	useQuery({ queryKey: staffKeys.invitations, queryFn: () => call(listInvitations, {}) })

export const useRoles = () => useQuery({ queryKey: staffKeys.roles, queryFn: () => call(listRoles, {}) })

export const sendInvitation = (body: InvitationNew, key: string) => call(invite, { body, headers: withKey(key) })

export const changeMember = (id: number, body: MemberChange, key: string) =>
	call(updateStaff, { path: { id }, body, headers: withKey(key) })

export const makeRole = (body: RoleNew, key: string) => call(createRole, { body, headers: withKey(key) })

export const changeRole = (id: number, body: RoleChange, key: string) =>
	call(updateRole, { path: { id }, body, headers: withKey(key) })

const reasoned = { suspend: suspendStaff, restore: restoreStaff, reset: resetFactors, end: endStaffSessions }

/** What is done with a person and needs nothing but a reason. */
export type MemberVerb = keyof typeof reasoned

export async function actOnMember(verb: MemberVerb, id: number, reason: ReasonValue, key: string): Promise<void> {
	await call(reasoned[verb], { path: { id }, body: { reason }, headers: withKey(key) })
}

export const revoke = (id: number, reason: ReasonValue, key: string) =>
	call(revokeInvitation, { path: { id }, body: { reason }, headers: withKey(key) })
