import type { RefundQuote } from '@larek/api/admin/types.gen.ts'
import { formatMoney, type Minor, parseMoney } from '@larek/shared/money.ts'
import { Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { SumCard, SumCardRow } from '~/kit/SumCard.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'

interface RefundReceiptProps {
	quote: RefundQuote
	title: string
	/** The parts of the sum. */
	rows: { id: string; name: string; sum: Minor }[]
	/** The amount to return. */
	amount: Minor
	/** The consent the operator must give. */
	children?: ReactNode
}

/** The amount, the consequences for money, goods and emails, and whether a second person must approve. */
export function RefundReceipt({ quote, title, rows, amount, children }: RefundReceiptProps) {
	const show = (minor: Minor) => formatMoney(minor, quote.currency, { exact: true })
	return (
		<>
			<SumCard title={title}>
				{rows.map(({ id, name, sum }) => (
					<SumCardRow key={id} name={name}>
						{show(sum)}
					</SumCardRow>
				))}
				<hr />
				<SumCardRow total name={m['refund.total']()}>
					{show(amount)}
				</SumCardRow>
				<ul className="mt-2 grid gap-1 text-xs text-ink-soft">
					{quote.consequences.map((sentence) => (
						<li key={sentence}>{sentence}</li>
					))}
				</ul>
			</SumCard>
			{children}
			{quote.needsSecond && (
				<Note tone="note" icon={Users}>
					<strong>{m['refund.second']()}</strong>{' '}
					{m['refund.second_text']({ limit: formatMoney(parseMoney(quote.aloneLimit)) })}
				</Note>
			)}
		</>
	)
}

/** The refund that the server suggests, unit by unit. */
export function SuggestedRefund({ quote }: { quote: RefundQuote }) {
	const chosen = quote.parts.filter(({ id }) => quote.chosen.includes(id))
	return (
		<RefundReceipt
			quote={quote}
			title={m['refund.title']()}
			rows={chosen.map(({ id, title, goods, fee }) => ({ id, name: title, sum: parseMoney(goods) + parseMoney(fee) }))}
			amount={parseMoney(quote.amount)}
		/>
	)
}
