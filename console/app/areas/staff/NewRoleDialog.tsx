import * as z from 'zod/mini'
import { useMe } from '~/api/session.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { makeRole, type Role, staffKeys } from './queries.ts'
import { roleName } from './roleName.ts'

const schema = z.object({
	title: z.string().check(z.trim(), z.minLength(2, { error: () => m['sign_in.required']() }), z.maxLength(60)),
	base: z.string(),
})

interface NewRoleDialogProps {
	open: boolean
	roles: Role[]
	onClose: () => void
}

/** Creates a role from another one, limited to permissions the operator has. */
export function NewRoleDialog({ open, roles, onClose }: NewRoleDialogProps) {
	const { permissions } = useMe()
	const grantsOf = (id: string) =>
		(roles.find((role) => String(role.id) === id)?.grants ?? []).filter(({ permission }) =>
			permissions.includes(permission),
		)
	return (
		<ActionDialog
			open={open}
			onClose={onClose}
			title={m['staff.new_role']()}
			consequences={[m['staff.new_role_consequence'](), m['staff.new_role_consequence_own']()]}
			schema={schema}
			defaults={{ title: '', base: '' }}
			submit={m['staff.create_role']()}
			done={m['staff.role_made']()}
			invalidate={[staffKeys.roles]}
			run={({ title, base }, key) => makeRole({ name: roleName(title), title, grants: grantsOf(base) }, key)}
		>
			{(form) => (
				<>
					<TextField
						label={m['staff.role_title']()}
						hint={m['staff.role_title_hint']()}
						autoComplete="off"
						{...field(form, 'title')}
					/>
					<SelectField
						label={m['staff.role_base']()}
						options={[
							{ value: '', label: m['staff.role_base_none']() },
							...roles.map(({ id, title }) => ({ value: String(id), label: title })),
						]}
						{...form.register('base')}
					/>
				</>
			)}
		</ActionDialog>
	)
}
