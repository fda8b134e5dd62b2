import type { Permission } from '~/api/session.ts'

/** The grants of a role: each permission with the largest sum one person may act on alone, if it has a limit. */
export type Grants = ReadonlyMap<Permission, string | undefined>

export interface GrantRow {
	permission: Permission
	limit?: string
}

export const toGrants = (rows: GrantRow[]): Grants => new Map(rows.map(({ permission, limit }) => [permission, limit]))

export const fromGrants = (grants: Grants): GrantRow[] =>
	[...grants].map(([permission, limit]) => (limit === undefined ? { permission } : { permission, limit: asSum(limit) }))

/** A typed sum as the server writes it: `1000` and `1000,5` are `1000.00` and `1000.50`. */
function asSum(text: string): string {
	const [whole = '', part = ''] = text.trim().replace(',', '.').split('.')
	return /^\d+$/.test(whole) ? `${whole}.${part.padEnd(2, '0')}` : text
}

/** Grants or revokes a permission; one with a limit starts at zero. */
export function toggled(grants: Grants, permission: Permission, isLimited: boolean): Grants {
	const next = new Map(grants)
	if (!next.delete(permission)) next.set(permission, isLimited ? '0.00' : undefined)
	return next
}

export function withLimit(grants: Grants, permission: Permission, limit: string): Grants {
	return new Map(grants).set(permission, limit)
}

export interface GrantChange {
	permission: Permission
	kind: 'given' | 'taken' | 'limit'
	from?: string
	to?: string
}

/** Describes the changes for the confirmation dialog. */
export function grantChanges(before: Grants, after: Grants): GrantChange[] {
	const missing = (from: Grants, to: Grants) => [...from.keys()].filter((permission) => !to.has(permission))
	return [
		...missing(after, before).map((permission) => ({ permission, kind: 'given' as const })),
		...missing(before, after).map((permission) => ({ permission, kind: 'taken' as const })),
		...[...after]
			.filter(([permission, limit]) => before.has(permission) && before.get(permission) !== limit)
			.map(([permission, to]) => ({ permission, kind: 'limit' as const, from: before.get(permission), to })),
	]
}
