import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useMay, useMe } from '~/api/session.ts'
import { staffReasons } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { permissionName } from '~/kit/permissionName.ts'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { fromGrants, type GrantChange, type Grants, grantChanges, toGrants } from './grants.ts'
import { NewRoleDialog } from './NewRoleDialog.tsx'
import { changeRole, type Role, staffKeys, useRoles } from './queries.ts'
import { RoleMatrix } from './RoleMatrix.tsx'

/** The matrix of roles, and a dialog that lists the changes before saving. */
export function RolesTab() {
	const roles = useRoles()
	const me = useMe()
	const canWrite = useMay()('role.write')
	const [isNew, setNew] = useState(false)
	const [saving, setSaving] = useState<{ role: Role; grants: Grants }>()
	return (
		<QueryBoundary query={roles} skeleton={<SkeletonRows />}>
			{(rows) => (
				<>
					{canWrite && (
						<div className="mb-3 flex justify-end">
							<Button icon={Plus} onClick={() => setNew(true)}>
								{m['staff.new_role']()}
							</Button>
						</div>
					)}
					<NewRoleDialog open={isNew} roles={rows} onClose={() => setNew(false)} />
					<RoleMatrix
						// A saved role has a new version, so its edits are cleared.
						key={rows.map(({ id, version }) => `${id}:${version}`).join()}
						roles={rows.map(({ id, title, people, grants }) => ({ id, title, people, grants: toGrants(grants) }))}
						me={me}
						canWrite={canWrite}
						onSave={({ id }, grants) => {
							const role = rows.find((one) => one.id === id)
							if (role) setSaving({ role, grants })
						}}
					/>
					<ActionDialog
						open={saving !== undefined}
						onClose={() => setSaving(undefined)}
						title={m['staff.save_role']()}
						subtitle={saving && m['staff.role_people_named']({ title: saving.role.title, count: saving.role.people })}
						consequences={saving ? grantChanges(toGrants(saving.role.grants), saving.grants).map(changeLabel) : []}
						reasons={staffReasons()}
						submit={m['kit.save']()}
						done={m['staff.role_saved']()}
						invalidate={[staffKeys.roles]}
						version={saving?.role.version}
						run={async ({ reason }, key, version) => {
							if (!saving) return
							const { id, title } = saving.role
							await changeRole(id, { version, title, grants: fromGrants(saving.grants), reason }, key)
						}}
					/>
				</>
			)}
		</QueryBoundary>
	)
}

function changeLabel({ permission: name, kind, from, to }: GrantChange): string {
	const permission = permissionName(name)
	if (kind === 'given') return m['staff.given']({ permission })
	if (kind === 'taken') return m['staff.taken']({ permission })
	return m['staff.limited']({ permission, from: from ?? '', to: to ?? '' })
}
