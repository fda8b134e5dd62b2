import type { PromoRow } from '@larek/api/admin/types.gen.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { type CodeValues, codeSchema, draftOf, firstCode } from './draft.ts'
import { LiveCheck } from './LiveCheck.tsx'
import { kindOptions, reasonsFor } from './labels.ts'
import { promoKeys, sendPromo } from './queries.ts'
import { TermFields } from './TermFields.tsx'

/** Creates a promo code, with a live preview of its discount and cost. */
export function CreateDialog({ onClose, onDone }: { onClose: () => void; onDone: (made: PromoRow) => void }) {
	return (
		<ActionDialog<CodeValues, PromoRow>
			open
			wide
			onClose={onClose}
			title={m['promo.new']()}
			consequences={[m['promo.create_1']()]}
			reasons={reasonsFor('campaign', 'partner')}
			schema={codeSchema}
			defaults={firstCode}
			submit={m['promo.create']()}
			done={m['promo.created']()}
			run={({ reason, ...values }, key) => sendPromo({ ...draftOf(values), reason }, key)}
			invalidate={[promoKeys.all]}
			onDone={onDone}
		>
			{(form) => {
				return (
					<>
						<div className="grid gap-3 md:grid-cols-2">
							<TextField
								label={m['promo.text']()}
								hint={m['promo.text_hint']()}
								autoComplete="off"
								{...field(form, 'text')}
							/>
							<SelectField label={m['promo.kind']()} options={kindOptions} {...form.register('kind')} />
						</div>
						<TermFields form={form} />
						<div className="grid gap-3 md:grid-cols-3">
							<TextField
								label={m['promo.limit']()}
								hint={m['promo.limit_hint']()}
								inputMode="numeric"
								{...field(form, 'totalLimit')}
							/>
							<TextField label={m['promo.per_buyer']()} inputMode="numeric" {...field(form, 'perBuyerLimit')} />
							<TextField
								label={m['promo.budget']()}
								hint={m['promo.budget_hint']()}
								inputMode="decimal"
								{...field(form, 'budget')}
							/>
						</div>
						<LiveCheck values={form.watch()} />
					</>
				)
			}}
		</ActionDialog>
	)
}
