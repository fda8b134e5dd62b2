import type { ContactRow, ContentSaved } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, OptionField, TextArea, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { contentKeys, sendContact } from './queries.ts'

const needed = z.string().check(z.trim(), z.minLength(1, m['content.error_empty']()))
const schema = z.object({
	companyName: needed.check(z.maxLength(200)),
	address: needed.check(z.maxLength(500)),
	inn: z.string().check(z.trim(), z.regex(/^(\d{10}|\d{12})$/, m['content.error_inn']())),
	companyId: needed.check(z.maxLength(40)),
	extra: z.string().check(z.trim(), z.maxLength(2000)),
	isActive: z.boolean(),
})
type Values = z.infer<typeof schema>

const valuesOf = (row?: ContactRow): Values => ({
	companyName: row?.companyName ?? '',
	address: row?.address ?? '',
	inn: row?.inn ?? '',
	companyId: row?.companyId ?? '',
	extra: row?.extra ?? '',
	isActive: row?.isActive ?? true,
})

/** Edits a legal entity, or adds one without a row. */
export function ContactDialog({ row, onClose }: { row: ContactRow | undefined; onClose: () => void }) {
	return (
		<ActionDialog<Values, ContentSaved>
			open
			onClose={onClose}
			title={row ? m['content.company']() : m['content.new_contact']()}
			reasons={reasons()}
			schema={schema}
			defaults={valuesOf(row)}
			submit={m['content.save']()}
			done={m['content.saved']()}
			version={row?.version ?? 0}
			run={(values, key, version) => sendContact({ id: row?.id ?? null, version, ...values }, key)}
			invalidate={[contentKeys.all]}
		>
			{(form) => (
				<>
					<TextField label={m['content.company']()} {...field(form, 'companyName')} />
					<TextField label={m['content.address']()} {...field(form, 'address')} />
					<TextField label={m['content.inn']()} inputMode="numeric" {...field(form, 'inn')} />
					<TextField label={m['content.company_id']()} {...field(form, 'companyId')} />
					<TextArea label={m['content.extra']()} rows={4} {...field(form, 'extra')} />
					<OptionField type="checkbox" label={m['content.is_shown']()} {...form.register('isActive')} />
				</>
			)}
		</ActionDialog>
	)
}
