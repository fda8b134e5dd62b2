import type { ReconDifference, ReconResolveInput } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { Postings } from '~/areas/books/Postings.tsx'
import { bookKeys } from '~/areas/books/queries.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, OptionField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { kindName, lineName, meansOf, wayName } from './names.ts'
import { reconKeys, resolve } from './queries.ts'

const schema = z.object({ way: z.enum(['give', 'book', 'write_off', 'accept', 'entry']), entry: z.string() }).check(
	z.refine(({ way, entry }) => way !== 'entry' || Number(entry) > 0, {
		path: ['entry'],
		message: m['books.required'](),
	}),
)

/** Resolves a difference and previews the entry of each resolution. */
export function ResolveDialog({ row, onClose }: { row: ReconDifference; onClose: () => void }) {
	const first = (row.ways.find(({ refusal }) => !refusal)?.name ?? 'entry') as ReconResolveInput['way']
	return (
		<ActionDialog
			open
			wide
			onClose={onClose}
			title={kindName(row.kind)}
			subtitle={lineName(row)}
			reasons={reasonsOf('check')}
			schema={schema}
			defaults={{ way: first, entry: '' }}
			submit={m['recon.resolve']()}
			run={({ way, entry, reason }, key) =>
				resolve(row.id, { way, entryId: way === 'entry' ? Number(entry) : null, reason }, key)
			}
			invalidate={[reconKeys.all, bookKeys.all, ['queue']]}
			done={m['recon.resolved']()}
		>
			{(form) => (
				<fieldset className="grid gap-2">
					<legend className="mb-1 text-xs font-medium text-muted">{m['recon.way']()}</legend>
					{row.ways.map(({ name, postings, refusal }) => (
						<OptionField
							key={name}
							value={name}
							disabled={!!refusal}
							label={wayName(name)}
							hint={refusal ?? (postings.length > 0 ? <Postings postings={postings} /> : meansOf(name, row))}
							{...form.register('way')}
						/>
					))}
					{form.watch('way') === 'entry' && (
						<TextField
							inputMode="numeric"
							label={m['recon.entry_id']()}
							hint={m['recon.entry_hint']()}
							{...field(form, 'entry')}
						/>
					)}
				</fieldset>
			)}
		</ActionDialog>
	)
}
