import type { Permission } from '~/api/session.ts'

/** What a role may do: a permission with the largest sum it may be used for alone, or without one. */
export type Grants = ReadonlyMap<Permission, string | null>

export interface GrantRow {
	permission: Permission
	amount: string | null
}

export const toGrants = (rows: GrantRow[]): Grants =>
	new Map(rows.map(({ permission, amount }) => [permission, amount]))

export const fromGrants = (grants: Grants): GrantRow[] =>
	[...grants].map(([permission, amount]) => ({ permission, amount }))

/** Gives a permission or takes it; one with a limit begins at zero. */
export function toggled(grants: Grants, permission: Permission, isLimited: boolean): Grants {
	const next = new Map(grants)
	if (!next.delete(permission)) next.set(permission, isLimited ? '0.00' : null)
	return next
}

export function withLimit(grants: Grants, permission: Permission, amount: string): Grants {
	return new Map(grants).set(permission, amount)
}

export interface GrantChange {
	permission: Permission
	kind: 'given' | 'taken' | 'limit'
	from?: string | null
	to?: string | null
}

/** What saving would change, for the dialog that says so in words. */
export function grantChanges(before: Grants, after: Grants): GrantChange[] {
	const given = [...after.keys()]
		.filter((one) => !before.has(one))
		.map((permission) => ({ permission, kind: 'given' as const }))
	const taken = [...before.keys()]
		.filter((one) => !after.has(one))
		.map((permission) => ({ permission, kind: 'taken' as const }))
	const limits = [...after]
		.filter(([one, amount]) => before.has(one) && before.get(one) !== amount)
		.map(([permission, to]) => ({ permission, kind: 'limit' as const, from: before.get(permission), to }))
	return [...given, ...taken, ...limits]
}
