import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { sendInvitation, staffKeys, useRoles } from './queries.ts'

const schema = z.object({
	email: z.email({ error: () => m['sign_in.email_wrong']() }),
	roleId: z.string().check(z.minLength(1)),
})

/** Invites a person to a role by email: only the recipient gets the link. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const { data: roles } = useRoles()
	if (!roles) return null
	return (
		<ActionDialog
			open={open}
			onClose={onClose}
			title={m['staff.invite_title']()}
			consequences={[
				m['staff.invite_consequence'](),
				m['staff.invite_consequence_role'](),
				m['staff.invite_newcomer'](),
			]}
			schema={schema}
			defaults={{ email: '', roleId: String(roles[0]?.id ?? '') }}
			submit={m['staff.invite']()}
			run={({ email, roleId }, key) => sendInvitation({ email, roleId: Number(roleId) }, key)}
			invalidate={[staffKeys.invitations]}
			done={() => m['staff.invited']()}
		>
			{(form) => (
				<>
					<TextField label={m['staff.email']()} type="email" autoComplete="off" {...field(form, 'email')} />
					<SelectField
						label={m['staff.role']()}
						options={roles.map(({ id, title }) => ({ value: String(id), label: title }))}
						{...field(form, 'roleId')}
					/>
				</>
			)}
		</ActionDialog>
	)
}
