import * as z from 'zod/mini'
import { staffReasons } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { actOnMember, changeMember, type Member, type MemberVerb, staffKeys, useRoles } from './queries.ts'

export type MemberDialogKind = MemberVerb | 'role'

interface MemberDialogProps {
	kind: MemberDialogKind
	member: Member
	onClose: () => void
}

const labels: Record<
	MemberVerb,
	{ title: () => string; consequences: () => string[]; done: () => string; bad: boolean }
> = {
	suspend: {
		title: () => m['staff.suspend_title'](),
		consequences: () => [m['staff.suspend_1'](), m['staff.suspend_2']()],
		done: () => m['staff.suspend_done'](),
		bad: true,
	},
	restore: {
		title: () => m['staff.resume_title'](),
		consequences: () => [m['staff.resume_1']()],
		done: () => m['staff.resume_done'](),
		bad: false,
	},
	reset: {
		title: () => m['staff.reset_title'](),
		consequences: () => [m['staff.reset_1'](), m['staff.reset_2']()],
		done: () => m['staff.reset_done'](),
		bad: true,
	},
	end: {
		title: () => m['staff.end_title'](),
		consequences: () => [m['staff.end_1']()],
		done: () => m['staff.end_done'](),
		bad: true,
	},
}

/** Runs an action on an employee, with its consequences and a reason. */
export function MemberDialog({ kind, member, onClose }: MemberDialogProps) {
	if (kind === 'role') return <RoleDialog member={member} onClose={onClose} />
	const { title, consequences, done, bad } = labels[kind]
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={title()}
			subtitle={member.name}
			consequences={consequences()}
			reasons={staffReasons()}
			submit={title()}
			bad={bad}
			done={done()}
			run={({ reason }, key) => actOnMember(kind, member.id, reason, key)}
			invalidate={[staffKeys.all]}
		/>
	)
}

const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1), z.maxLength(100)), roleId: z.string() })

function RoleDialog({ member, onClose }: Omit<MemberDialogProps, 'kind'>) {
	const { data: roles } = useRoles()
	if (!roles) return null
	return (
		<ActionDialog
			open
			onClose={onClose}
			title={m['staff.change_role_title']()}
			subtitle={member.name}
			consequences={[m['staff.invite_consequence_role']()]}
			schema={schema}
			defaults={{ name: member.name, roleId: String(member.role.id) }}
			reasons={staffReasons()}
			submit={m['kit.save']()}
			done={m['staff.change_role_done']()}
			version={member.version}
			run={({ name, roleId, reason }, key, version) =>
				changeMember(member.id, { version, name, roleId: Number(roleId), reason }, key)
			}
			invalidate={[staffKeys.all]}
		>
			{(form) => (
				<>
					<TextField label={m['staff.name']()} {...field(form, 'name')} />
					<SelectField
						label={m['staff.role']()}
						options={roles.map(({ id, title }) => ({ value: String(id), label: title }))}
						{...form.register('roleId')}
					/>
				</>
			)}
		</ActionDialog>
	)
}
