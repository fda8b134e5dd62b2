import type { PromoRow } from '@larek/api/admin/types.gen.ts'
import type * as z from 'zod/mini'
import { sentTime, shownTime } from '~/common/formTime.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { sentCount, termsSchema } from './draft.ts'
import { reasonsFor } from './labels.ts'
import { promoKeys, sendTerms } from './queries.ts'

type Values = z.infer<typeof termsSchema>

/** Prolongs a code, raises its limit or changes its budget. */
export function ChangeDialog({ promo, onClose }: { promo: PromoRow; onClose: () => void }) {
	const shown = shownTime(promo.validUntil)
	const body = (values: Values, version: number) => ({
		// The form shows minutes; an unedited term keeps its seconds.
		validUntil: values.validUntil === shown ? promo.validUntil : sentTime(values.validUntil),
		totalLimit: sentCount(values.totalLimit),
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
				validUntil: shown,
				totalLimit: promo.totalLimit ? String(promo.totalLimit) : '',
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
							{...field(form, 'validUntil')}
						/>
						{promo.totalLimit && (
							<TextField
								label={m['promo.limit']()}
								hint={m['promo.limit_up']()}
								inputMode="numeric"
								{...field(form, 'totalLimit')}
							/>
						)}
						{promo.budget && <TextField label={m['promo.budget']()} inputMode="decimal" {...field(form, 'budget')} />}
					</>
				)
			}}
		</ActionDialog>
	)
}
