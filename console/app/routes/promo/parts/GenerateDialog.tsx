import type { ActionDone } from '@larek/api/admin/types.gen.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { type BatchValues, batchOf, batchSchema, firstBatch } from '../draft.ts'
import { reasonsFor } from '../labels.ts'
import { promoKeys, sendBatch } from '../queries.ts'
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
				const { errors } = form.formState
				return (
					<>
						<TextField label={m['promo.batch_title']()} error={errors.title?.message} {...form.register('title')} />
						<div className="grid gap-3 md:grid-cols-2">
							<TextField
								label={m['promo.prefix']()}
								hint={m['promo.prefix_hint']()}
								autoComplete="off"
								error={errors.prefix?.message}
								{...form.register('prefix')}
							/>
							<TextField
								label={m['promo.count']()}
								inputMode="numeric"
								error={errors.count?.message}
								{...form.register('count')}
							/>
						</div>
						<TermFields form={form} />
					</>
				)
			}}
		</ActionDialog>
	)
}
