import type { CatalogDone, CatalogPlanInput } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, SelectField, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { catalogKeys } from './queries.ts'

const schema = z.object({
	shown: z.enum(['show', 'hide']),
	at: z.string().check(z.minLength(1, m['catalog.plan_when_error']())),
})

type Values = z.infer<typeof schema>

interface PlanDialogProps {
	title: string
	isShown: boolean
	send: (body: CatalogPlanInput, key: string) => Promise<CatalogDone>
	onClose: () => void
}

/** Shows a game or a product to buyers or hides it at a time. */
export function PlanDialog({ title, isShown, send, onClose }: PlanDialogProps) {
	return (
		<ActionDialog<Values, CatalogDone>
			open
			onClose={onClose}
			title={m['catalog.plan_title']()}
			subtitle={title}
			consequences={[m['catalog.plan_means'](), m['catalog.plan_replaces']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{ shown: isShown ? 'hide' : 'show', at: '' }}
			submit={m['catalog.plan_save']()}
			done={m['catalog.plan_saved']()}
			run={({ reason, shown, at }, key) =>
				send({ shown: shown === 'show', at: new Date(at).toISOString(), reason }, key)
			}
			invalidate={[catalogKeys.all]}
		>
			{(form) => (
				<div className="grid gap-3 md:grid-cols-2">
					<SelectField
						label={m['catalog.plan_what']()}
						options={[
							{ value: 'show', label: m['catalog.show']() },
							{ value: 'hide', label: m['catalog.hide']() },
						]}
						{...form.register('shown')}
					/>
					<TextField type="datetime-local" label={m['catalog.plan_when']()} {...field(form, 'at')} />
				</div>
			)}
		</ActionDialog>
	)
}
