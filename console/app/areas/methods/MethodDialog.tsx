import type { ActionDone, MethodRow } from '@larek/api/admin/types.gen.ts'
import { useDeferredValue } from 'react'
import * as z from 'zod/mini'
import { rules } from '~/common/SpecDialog.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, OptionField, TextField } from '~/kit/fields.tsx'
import { Money } from '~/kit/Money.tsx'
import { SumCard, SumCardRow } from '~/kit/SumCard.tsx'
import { m } from '~/paraglide/messages.js'
import { methodKeys, sendTerms, useMethodCost } from './queries.ts'

const schema = z.object({
	fee: z.pipe(
		z.string().check(z.trim(), z.regex(/^\d{1,2}([.,]\d{1,2})?$/, m['methods.error_fee']())),
		z.transform((text) => text.replace(',', '.')),
	),
	fixFee: rules.sum,
	minAmount: rules.sum,
	isSecondary: z.boolean(),
})
type Values = z.infer<typeof schema>

const reasons = () => [
	{ code: 'contract', label: m['methods.reason_contract']() },
	{ code: 'mistake', label: m['methods.reason_mistake']() },
	{ code: 'other', label: m['reason.other']() },
]

/** Edits the fees of a method, with an example order of 1 000 ₽. */
export function MethodDialog({ row, onClose }: { row: MethodRow; onClose: () => void }) {
	return (
		<ActionDialog<Values, ActionDone>
			open
			onClose={onClose}
			title={row.title}
			subtitle={row.group}
			consequences={[m['methods.change_1'](), m['methods.change_2']()]}
			reasons={reasons()}
			schema={schema}
			defaults={{ fee: row.fee, fixFee: row.fixFee, minAmount: row.minAmount, isSecondary: row.isSecondary }}
			submit={m['methods.save']()}
			done={m['methods.saved']()}
			version={row.version}
			run={(values, key, version) => sendTerms(row.id, { version, ...values }, key)}
			invalidate={[methodKeys.all]}
		>
			{(form) => (
				<>
					<div className="grid gap-3 md:grid-cols-3">
						<TextField label={m['methods.fee']()} inputMode="decimal" {...field(form, 'fee')} />
						<TextField label={m['methods.fix_fee']()} inputMode="decimal" {...field(form, 'fixFee')} />
						<TextField label={m['methods.min_amount']()} inputMode="decimal" {...field(form, 'minAmount')} />
					</div>
					<OptionField type="checkbox" label={m['methods.is_secondary']()} {...form.register('isSecondary')} />
					<Cost values={form.watch()} />
				</>
			)}
		</ActionDialog>
	)
}

/** The receipt of an example order with the entered fees. */
function Cost({ values }: { values: Values }) {
	const parsed = schema.safeParse(useDeferredValue(values))
	const draft = parsed.success ? { fee: parsed.data.fee, fixFee: parsed.data.fixFee } : undefined
	const { data } = useMethodCost(draft)
	if (!data) return null
	return (
		<SumCard title={m['methods.cost']()}>
			<SumCardRow name={m['methods.goods']()}>
				<Money sum={data.goods} />
			</SumCardRow>
			<SumCardRow name={m['methods.buyer_fee']()}>
				<Money sum={data.fee} />
			</SumCardRow>
			<SumCardRow name={m['methods.due']()}>
				<Money sum={data.due} strong />
			</SumCardRow>
		</SumCard>
	)
}
