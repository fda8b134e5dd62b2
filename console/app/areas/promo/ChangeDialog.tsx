import type { PromoRow } from '@larek/api/admin/types.gen.ts'
import type * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { sentCount, sentTime, shownTime, termsSchema } from './draft.ts'
import { reasonsFor } from './labels.ts'
import { promoKeys, sendTerms } from './queries.ts'

type Values = z.infer<typeof termsSchema>

/** Prolongs a code, raises its limit or changes its budget. */
export function ChangeDialog({ promo, onClose }: { promo: PromoRow; onClose: () => void }) {
	const shown = shownTime(promo.validUntil)
	const body = (values: Values, version: number) => ({
		// The form shows minutes; an unedited term keeps its seconds.
		validUntil: values.valid_until === shown ? promo.validUntil : sentTime(values.valid_until),
		totalLimit: sentCount(values.total_limit),
		budget: values.budget || null,
		version,
	})
	return (
		<ActionDialog<Values, PromoRow>
			open
			onClose={onClose}
			title={m['promo.change']()}
			subtitle={promo.text}
			reasons={reasonsFor('campaign', 'mistake')}
			schema={termsSchema}
			defaults={{
				valid_until: shown,
				total_limit: promo.totalLimit ? String(promo.totalLimit) : '',
				budget: promo.budget ?? '',
			}}
			submit={m['keys.save']()}
			done={m['promo.changed']()}
			version={promo.version}
			run={({ reason, ...values }, key, version) => sendTerms(promo.id, { ...body(values, version), reason }, key)}
			invalidate={[promoKeys.all]}
		>
			{(form) => {
				return (
					<>
						<TextField
							label={m['promo.until']()}
							hint={m['promo.until_hint']()}
							type="datetime-local"
							{...field(form, 'valid_until')}
						/>
						{promo.totalLimit && (
							<TextField
								label={m['promo.limit']()}
								hint={m['promo.limit_up']()}
								inputMode="numeric"
								{...field(form, 'total_limit')}
							/>
						)}
						{promo.budget && <TextField label={m['promo.budget']()} inputMode="decimal" {...field(form, 'budget')} />}
					</>
				)
			}}
		</ActionDialog>
	)
}
