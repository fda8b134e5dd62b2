import type { ActionDone } from '@larek/api/admin/types.gen.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { type BatchValues, batchOf, batchSchema, firstBatch } from './draft.ts'
import { reasonsFor } from './labels.ts'
import { promoKeys, readTexts, sendBatch } from './queries.ts'
import { TermFields } from './TermFields.tsx'

/** Makes many codes at once, each for one order. */
export function GenerateDialog({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
	return (
		<ActionDialog<BatchValues, ActionDone>
			open
			wide
			onClose={onClose}
			title={m['promo.generate']()}
			consequences={[m['promo.generate_1']()]}
			reasons={reasonsFor('partner', 'campaign')}
			schema={batchSchema}
			defaults={firstBatch}
			submit={m['promo.create']()}
			done={m['promo.generated']()}
			run={({ reason, ...values }, key) => sendBatch({ ...batchOf(values), reason }, key)}
			invalidate={[promoKeys.all]}
			onDone={onDone}
		>
			{(form) => {
				return (
					<>
						<TextField label={m['promo.batch_title']()} {...field(form, 'title')} />
						<div className="grid gap-3 md:grid-cols-2">
							<TextField
								label={m['promo.prefix']()}
								hint={m['promo.prefix_hint']()}
								autoComplete="off"
								{...field(form, 'prefix')}
							/>
							<TextField label={m['promo.count']()} inputMode="numeric" {...field(form, 'count')} />
						</div>
						<TermFields form={form} />
					</>
				)
			}}
		</ActionDialog>
	)
}

/** Saves the codes of a batch, one per line. They have letters, digits and hyphens only, so none is a formula. */
export async function saveTexts(id: number): Promise<void> {
	const { results } = await readTexts(id)
	const link = document.createElement('a')
	link.href = URL.createObjectURL(new Blob([`${results.join('\r\n')}\r\n`], { type: 'text/csv' }))
	link.download = `promo-${id}.csv`
	link.click()
	URL.revokeObjectURL(link.href)
}
