import { Fragment, useState } from 'react'
import type { Me, Permission } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { permissionName } from '~/kit/permissionName.ts'
import { m } from '~/paraglide/messages.js'
import { type Grants, grantChanges, toggled, withLimit } from './grants.ts'
import { limited, permissionGroups } from './permissions.ts'

export interface MatrixRole {
	id: number
	title: string
	people: number
	grants: Grants
}

interface RoleMatrixProps {
	roles: MatrixRole[]
	me: Me
	canWrite: boolean
	onSave: (role: MatrixRole, grants: Grants) => void
}

/**
 * Roles across, permissions down. Operators grant only permissions they have, and never to their own role. The server
 * enforces both; disabled boxes only avoid a refused request.
 */
export function RoleMatrix({ roles, me, canWrite, onSave }: RoleMatrixProps) {
	const [edited, setEdited] = useState<ReadonlyMap<number, Grants>>(new Map())
	const grantsOf = (role: MatrixRole) => edited.get(role.id) ?? role.grants
	const change = (role: MatrixRole, grants: Grants) => setEdited((now) => new Map(now).set(role.id, grants))
	return (
		<div className="card overflow-x-auto">
			<table className="w-full border-separate border-spacing-0" aria-label={m['staff.roles']()}>
				<thead>
					<tr>
						<th
							scope="col"
							className="sticky left-0 z-10 min-w-50 border-b border-line bg-window px-3.5 text-left text-xs font-medium text-muted"
						>
							{m['permissions.column']()}
						</th>
						{roles.map((role) => (
							<th key={role.id} scope="col" className="min-w-30 border-b border-line px-2 py-2 text-left align-bottom">
								<span className="block font-semibold">{role.title}</span>
								<span className="block text-xs font-normal text-muted">
									{m['staff.role_people']({ count: role.people })}
								</span>
								{grantChanges(role.grants, grantsOf(role)).length > 0 && (
									<Button size="small" look="lamp" className="mt-1" onClick={() => onSave(role, grantsOf(role))}>
										{m['kit.save']()}
									</Button>
								)}
							</th>
						))}
					</tr>
				</thead>
				<tbody>
					{permissionGroups.map((group) => (
						<Fragment key={group.permissions[0]}>
							<tr>
								<th
									colSpan={roles.length + 1}
									scope="colgroup"
									className="sticky left-0 bg-night px-3.5 py-1.5 text-left text-xs font-medium text-muted"
								>
									{group.title()}
								</th>
							</tr>
							{group.permissions.map((permission) => (
								<tr key={permission} className="*:border-b *:border-hair hover:*:bg-hover">
									<th
										scope="row"
										title={permission}
										className="sticky left-0 z-10 h-9 bg-window px-3.5 text-left font-medium"
									>
										{permissionName(permission)}
									</th>
									{roles.map((role) => (
										<td key={role.id} className="px-2">
											<Cell
												permission={permission}
												role={role}
												grants={grantsOf(role)}
												isFixed={!canWrite || role.id === me.role.id || !me.permissions.includes(permission)}
												onChange={(grants) => change(role, grants)}
											/>
										</td>
									))}
								</tr>
							))}
						</Fragment>
					))}
				</tbody>
			</table>
		</div>
	)
}

interface CellProps {
	permission: Permission
	role: MatrixRole
	grants: Grants
	isFixed: boolean
	onChange: (grants: Grants) => void
}

function Cell({ permission, role, grants, isFixed, onChange }: CellProps) {
	const isLimited = limited.includes(permission)
	const label = `${role.title}: ${permissionName(permission)}`
	return (
		<span className="flex items-center gap-2">
			<input
				type="checkbox"
				className="tick disabled:opacity-60"
				aria-label={label}
				checked={grants.has(permission)}
				disabled={isFixed}
				onChange={() => onChange(toggled(grants, permission, isLimited))}
			/>
			{isLimited && grants.has(permission) && (
				<input
					className="control min-h-6.5 w-22 text-right"
					inputMode="decimal"
					aria-label={`${label}, ${m['staff.limit']()}`}
					value={grants.get(permission) ?? ''}
					disabled={isFixed}
					onChange={(event) => onChange(withLimit(grants, permission, event.currentTarget.value))}
				/>
			)}
		</span>
	)
}
