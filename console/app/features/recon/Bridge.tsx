import type { ReconDay, ReconTotal } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { dayWords } from '~/features/books/days.ts'
import { Sum } from '~/features/books/Sum.tsx'
import { Card } from '~/kit/Card.tsx'
import { Paper, PaperRow } from '~/kit/Paper.tsx'
import { m } from '~/paraglide/messages.js'
import { bank, partyName } from './names.ts'

/** From our sums of a day to theirs, and what they owe for it. */
export function Bridge({ day }: { day: ReconDay }) {
	const account = day.party === bank ? bank : `${day.isSupplier ? 'supplier' : 'provider'}:${day.party}`
	return (
		<div className="grid content-start gap-3">
			{day.totals.map((total) => (
				<Paper key={total.currency} title={`${partyName(day.party)}, ${dayWords(day.day)}`}>
					<Rows total={total} isBank={day.party === bank} />
				</Paper>
			))}
			<Card
				title={m['recon.our_account']()}
				aside={
					<Link to={`/books/accounts/${account}`} className="text-sky hover:underline">
						{m['recon.to_books']()}
					</Link>
				}
			>
				{day.balances.map(({ currency, sum }) => (
					<p key={currency} className="flex justify-between">
						<span className="text-muted">{m['recon.balance']()}</span>
						<Sum sum={sum} currency={currency} strong />
					</p>
				))}
			</Card>
		</div>
	)
}

function Rows({ total, isBank }: { total: ReconTotal; isBank: boolean }) {
	const sum = (of: string) => <Sum sum={of} currency={total.currency} />
	return (
		<>
			<PaperRow name={isBank ? m['recon.our_payouts']() : m['recon.ours']()}>{sum(total.ours)}</PaperRow>
			<PaperRow name={m['recon.our_lines']({ count: total.ourLines })} tone="soft">
				{' '}
			</PaperRow>
			<hr />
			<PaperRow name={m['recon.gap']()}>{sum(total.differences)}</PaperRow>
			<hr />
			<PaperRow name={isBank ? m['recon.statement']() : m['recon.theirs']()}>{sum(total.theirs)}</PaperRow>
			<PaperRow name={m['recon.our_lines']({ count: total.lines })} tone="soft">
				{' '}
			</PaperRow>
			{total.refunds !== '0.00' && <PaperRow name={m['recon.refunds']()}>{sum(total.refunds)}</PaperRow>}
			{total.chargebacks !== '0.00' && <PaperRow name={m['recon.chargebacks']()}>{sum(total.chargebacks)}</PaperRow>}
			{!isBank && (
				<>
					<PaperRow name={m['recon.commission']()}>{sum(total.commission)}</PaperRow>
					<hr />
					<PaperRow name={m['recon.due']()} total>
						{sum(total.due)}
					</PaperRow>
				</>
			)}
			<PaperRow name={m['recon.rest']()} tone={total.rest === '0.00' ? 'good' : 'bad'}>
				<Sum sum={total.rest} currency={total.currency} strong />
			</PaperRow>
		</>
	)
}
