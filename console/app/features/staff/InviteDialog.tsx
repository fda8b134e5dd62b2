import { useState } from 'react'
import { z } from 'zod'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { sendInvitation, staffKeys, useRoles } from './queries.ts'

const schema = z.object({ email: z.email({ error: () => m['sign_in.email_wrong']() }), roleId: z.string().min(1) })

/** Invites to a role, then shows the link: it is not stored and cannot be shown again. */
export function InviteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
	const { data: roles } = useRoles()
	const [link, setLink] = useState<string>()
	return (
		<>
			{roles && (
				<ActionDialog
					open={open}
					onClose={onClose}
					title={m['staff.invite_title']()}
					consequences={[m['staff.invite_consequence'](), m['staff.invite_consequence_role']()]}
					schema={schema}
					defaults={{ email: '', roleId: String(roles[0]?.id ?? '') }}
					submit={m['staff.invite']()}
					run={({ email, roleId }, key) => sendInvitation({ email, roleId: Number(roleId) }, key)}
					invalidate={[staffKeys.invitations]}
					onDone={(made) => setLink(made.link)}
				>
					{(form) => (
						<>
							<TextField
								label={m['staff.email']()}
								type="email"
								autoComplete="off"
								error={form.formState.errors.email?.message}
								{...form.register('email')}
							/>
							<SelectField
								label={m['staff.role']()}
								options={roles.map(({ id, title }) => ({ value: String(id), label: title }))}
								error={form.formState.errors.roleId?.message}
								{...form.register('roleId')}
							/>
						</>
					)}
				</ActionDialog>
			)}
			<Dialog
				open={link !== undefined}
				title={m['staff.link_title']()}
				subtitle={m['staff.link_hint']()}
				onClose={() => setLink(undefined)}
				footer={<Button onClick={() => setLink(undefined)}>{m['common.close']()}</Button>}
			>
				<p className="rounded-control bg-shelf p-2.5 font-mono text-xs break-all">{link}</p>
				<p className="mt-2">
					<Copy text={link ?? ''} what={m['staff.link']()}>
						{m['kit.copy']()}
					</Copy>
				</p>
			</Dialog>
		</>
	)
}
