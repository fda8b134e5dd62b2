import type { RefundPart, RefundQuote } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import type { UseFormReturn } from 'react-hook-form'
import { OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { unitLabel } from '../order/labels.ts'
import type { RefundForm } from './refundForm.ts'
import { isWholeOnly, sumsOf } from './sums.ts'
import { UnitChoice } from './UnitChoice.tsx'

/** What is returned, how much of it, where to and why. */
export function RefundFields({ form, quote }: { form: UseFormReturn<RefundForm>; quote: RefundQuote }) {
	const { register, watch, formState } = form
	const { errors } = formState
	const parts = watch('parts')
	const show = (minor: number) => formatMoney(minor, quote.currency, { exact: true })
	const sumOf = ({ goods, fee }: RefundPart) => show(parseMoney(goods) + parseMoney(fee))
	const { limit } = sumsOf(quote.parts, parts, quote.left)
	return (
		<>
			<fieldset className="grid gap-1.5">
				<legend className="mb-1 text-xs font-medium text-muted">{m['refund.for_what']()}</legend>
				{quote.parts.map((part) => (
					<UnitChoice
						key={part.id}
						title={part.title}
						hint={part.allowed ? unitLabel(part.state) : (part.reason ?? '')}
						sum={sumOf(part)}
						isChosen={parts.includes(part.id)}
						input={part.allowed ? { ...register('parts'), value: part.id } : undefined}
					/>
				))}
				{errors.parts?.message && (
					<p role="alert" className="text-xs text-coral">
						{errors.parts.message}
					</p>
				)}
			</fieldset>
			<div className="grid gap-3 md:grid-cols-2">
				<TextField
					label={m['refund.amount']({ limit: show(limit) })}
					hint={isWholeOnly(quote.parts, parts) ? m['refund.whole']() : undefined}
					inputMode="decimal"
					readOnly={isWholeOnly(quote.parts, parts)}
					error={errors.amount?.message}
					{...register('amount')}
				/>
				<SelectField
					label={m['kit.reason']()}
					options={quote.reasons.map(({ code, text }) => ({ value: code, label: text }))}
					error={errors.code?.message}
					{...register('code')}
				/>
			</div>
			<fieldset className="grid gap-1.5 md:grid-cols-2">
				<legend className="mb-1 text-xs font-medium text-muted">{m['refund.where']()}</legend>
				{quote.destinations.map((value) => (
					<OptionField
						key={value}
						value={value}
						label={value === 'balance' ? m['refund.to_balance']() : m['refund.to_method']()}
						hint={value === 'balance' ? m['refund.at_once']() : m['refund.by_provider']()}
						{...register('destination')}
					/>
				))}
			</fieldset>
			<TextArea
				label={m['refund.words']()}
				hint={m['kit.reason_hint']()}
				maxLength={500}
				error={errors.text?.message}
				{...register('text')}
			/>
		</>
	)
}
