import type { RefundQuote } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { Users } from 'lucide-react'
import { SumCard, SumCardRow } from '~/kit/SumCard.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'

/** How much goes back and for what, as in the refund dialog of an order. */
export function RefundReceipt({ quote }: { quote: RefundQuote }) {
	const show = (minor: number) => formatMoney(minor, quote.currency, { exact: true })
	return (
		<>
			<SumCard title={m['refund.title']()}>
				{quote.parts
					.filter(({ id }) => quote.chosen.includes(id))
					.map(({ id, title, goods, fee }) => (
						<SumCardRow key={id} name={title}>
							{show(parseMoney(goods) + parseMoney(fee))}
						</SumCardRow>
					))}
				<hr />
				<SumCardRow total name={m['refund.total']()}>
					{show(parseMoney(quote.amount))}
				</SumCardRow>
				<ul className="mt-2 grid gap-1 text-xs text-ink-soft">
					{quote.consequences.map((sentence) => (
						<li key={sentence}>{sentence}</li>
					))}
				</ul>
			</SumCard>
			{quote.needsSecond && (
				<Note tone="note" icon={Users}>
					<strong>{m['refund.second']()}</strong>{' '}
					{m['refund.second_text']({ limit: formatMoney(parseMoney(quote.aloneLimit)) })}
				</Note>
			)}
		</>
	)
}
