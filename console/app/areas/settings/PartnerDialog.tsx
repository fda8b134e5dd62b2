import type { PartnerAccount, PartnerField, SettingsDone } from '@larek/api/admin/types.gen.ts'
import type { UseFormReturn } from 'react-hook-form'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { ConsentField, field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { Probe } from './Probe.tsx'
import { savePartner, settingKeys } from './queries.ts'

/** Fields are named as the settings, so that the server's remarks find them. */
type Values = Record<string, string | boolean>

const value = z.string().check(z.trim(), z.maxLength(500))
const choice = z.boolean()

const schemaOf = (fields: PartnerField[]) => {
	const shape: Record<string, typeof value | typeof choice> = { off: choice, untested: choice }
	for (const { key } of fields) shape[key] = value
	return z.object(shape)
}

/** The editable fields to send; a secret left empty keeps its value. */
export const typedKeys = (fields: PartnerField[], typed: Values) =>
	fields
		.filter(({ key, editable, secret }) => editable && !(secret && !typed[key]))
		.map(({ key }) => ({ key, value: String(typed[key] ?? '') }))

/** The keys of an account: a form made of what its adapter needs, or what the engineer has set. */
export function PartnerDialog({ account, onClose }: { account: PartnerAccount; onClose: () => void }) {
	if (account.fields.some(({ editable }) => editable)) return <KeysDialog account={account} onClose={onClose} />
	return (
		<Dialog open wide title={m['partners.keys_of']({ title: account.title })} onClose={onClose}>
			<div className="grid gap-3.5">
				<div className="grid gap-3.5 md:grid-cols-2">
					{account.fields.map((one) => (
						<FixedKey key={one.key} field={one} />
					))}
				</div>
				<Hook account={account} />
				<Probe kind={account.kind} name={account.name} values={() => []} />
			</div>
		</Dialog>
	)
}

function KeysDialog({ account, onClose }: { account: PartnerAccount; onClose: () => void }) {
	const { kind, name, fields } = account
	return (
		<ActionDialog<Values, SettingsDone>
			open
			wide
			onClose={onClose}
			title={m['partners.keys_of']({ title: account.title })}
			consequences={[m['partners.effect'](), m['partners.sealed'](), m['partners.two']()]}
			reasons={reasons()}
			schema={schemaOf(fields)}
			defaults={{
				...Object.fromEntries(fields.map(({ key, value }) => [key, value])),
				off: false,
				untested: false,
			}}
			submit={m['keys.save']()}
			done={(answer) => answer.message}
			version={account.version}
			run={({ reason, ...typed }, key, version) => {
				const off = typed.off === true
				const values = off ? [] : typedKeys(fields, typed)
				return savePartner(kind, name, { version, off, untested: typed.untested === true, reason, values }, key)
			}}
			invalidate={[settingKeys.all]}
		>
			{(form) => (
				<>
					<div className="grid gap-3.5 md:grid-cols-2">
						{fields.map((one) =>
							one.editable ? (
								<KeyField key={one.key} field={one} form={form} />
							) : (
								<FixedKey key={one.key} field={one} />
							),
						)}
					</div>
					<Hook account={account} />
					<Probe kind={kind} name={name} values={() => typedKeys(fields, form.getValues())} />
					<div>
						<ConsentField label={m['partners.untested']()} {...field(form, 'untested')} />
						{account.source === 'console' && <ConsentField label={m['partners.turn_off']()} {...field(form, 'off')} />}
					</div>
				</>
			)}
		</ActionDialog>
	)
}

function Hook({ account: { hook } }: { account: PartnerAccount }) {
	if (!hook) return null
	return (
		<div className="text-xs">
			<p className="font-medium text-muted">{m['partners.hook']()}</p>
			<Copy text={hook} what={m['partners.hook_what']()} />
		</div>
	)
}

function KeyField({ field: one, form }: { field: PartnerField; form: UseFormReturn<Values, unknown, Values> }) {
	return (
		<TextField
			label={one.label}
			hint={one.where}
			type={one.secret ? 'password' : 'text'}
			autoComplete={one.secret ? 'new-password' : 'off'}
			placeholder={one.secret && one.source === 'console' ? m['partners.kept']() : undefined}
			spellCheck={false}
			{...field(form, one.key)}
		/>
	)
}

/** What only the engineer changes. */
function FixedKey({ field: one }: { field: PartnerField }) {
	return (
		<div className="grid content-start gap-1">
			<p className="text-xs font-medium text-muted">{one.label}</p>
			<p className="truncate">{one.secret ? '••••••••' : one.value || '—'}</p>
			<p className="text-xs text-muted">{m['partners.fixed']({ key: one.key })}</p>
		</div>
	)
}
