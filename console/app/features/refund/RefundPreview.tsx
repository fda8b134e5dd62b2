import type { RefundQuote } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { Users } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { Paper, PaperRow } from '~/kit/Paper.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import type { RefundForm } from './refundForm.ts'
import type { RefundSums } from './sums.ts'

interface RefundPreviewProps {
	form: UseFormReturn<RefundForm>
	quote: RefundQuote
	sums: RefundSums
	/** What will be returned, in the smallest unit. */
	amount: number
}

/** What will happen to money, goods and letters, and who has to press the second button. */
export function RefundPreview({ form, quote, sums, amount }: RefundPreviewProps) {
	const show = (minor: number) => formatMoney(minor, quote.currency, { exact: true })
	const error = form.formState.errors.undelivered?.message
	return (
		<div className="grid gap-3">
			<Paper title={m['kit.consequences']()}>
				<PaperRow name={m['refund.goods']()}>{show(sums.goods)}</PaperRow>
				<PaperRow name={m['refund.fee']()}>{show(sums.fee)}</PaperRow>
				<hr />
				<PaperRow total name={m['refund.total']()}>
					{show(amount)}
				</PaperRow>
				<ul className="mt-2 grid gap-1 text-xs text-ink-soft">
					{quote.consequences.map((sentence) => (
						<li key={sentence}>{sentence}</li>
					))}
				</ul>
			</Paper>
			{quote.isForced && (
				<Note tone="bad">
					<strong>{m['refund.may_deliver']()}</strong> {m['refund.may_deliver_text']()}
					<label className="mt-2 flex items-center gap-2">
						<input type="checkbox" className="tick" {...form.register('undelivered')} />
						{m['refund.undelivered']()}
					</label>
					{error && (
						<p role="alert" className="mt-1 text-xs text-coral">
							{error}
						</p>
					)}
				</Note>
			)}
			{quote.needsSecond && (
				<Note tone="note" icon={Users}>
					<strong>{m['refund.second']()}</strong>{' '}
					{m['refund.second_text']({ limit: formatMoney(parseMoney(quote.aloneLimit)) })}
				</Note>
			)}
		</div>
	)
}
