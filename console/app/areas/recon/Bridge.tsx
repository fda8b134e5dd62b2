import type { ReconDay, ReconTotal } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { dayLabel } from '~/common/days.ts'
import { Sum } from '~/common/Sum.tsx'
import { Card } from '~/kit/Card.tsx'
import { SumCard, SumCardRow } from '~/kit/SumCard.tsx'
import { m } from '~/paraglide/messages.js'
import { bank, partyName } from './names.ts'

/** Explains a day from our sums to the party's, and what it owes us. */
export function Bridge({ day }: { day: ReconDay }) {
	const account = day.party === bank ? bank : `${day.isSupplier ? 'supplier' : 'provider'}:${day.party}`
	return (
		<div className="grid content-start gap-3">
			{day.totals.map((total) => (
				<SumCard key={total.currency} title={`${partyName(day.party)}, ${dayLabel(day.day)}`}>
					<Rows total={total} isBank={day.party === bank} isSupplier={day.isSupplier} />
				</SumCard>
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

/** A supplier's registry shows amounts taken from our advance as negative. */
const negated = (sum: string) => (sum.startsWith('-') ? sum.slice(1) : `-${sum}`)

function Rows({ total, isBank, isSupplier }: { total: ReconTotal; isBank: boolean; isSupplier: boolean }) {
	const sum = (of: string) => <Sum sum={of} currency={total.currency} />
	return (
		<>
			<SumCardRow name={isBank ? m['recon.our_payouts']() : m['recon.ours']()}>{sum(total.ours)}</SumCardRow>
			<SumCardRow name={m['recon.our_lines']({ count: total.ourLines })} tone="soft">
				{' '}
			</SumCardRow>
			<hr />
			<SumCardRow name={m['recon.gap']()}>{sum(total.differences)}</SumCardRow>
			<hr />
			<SumCardRow name={isBank ? m['recon.statement']() : m['recon.theirs']()}>{sum(total.theirs)}</SumCardRow>
			<SumCardRow name={m['recon.our_lines']({ count: total.lines })} tone="soft">
				{' '}
			</SumCardRow>
			{total.refunds !== '0.00' && <SumCardRow name={m['recon.refunds']()}>{sum(total.refunds)}</SumCardRow>}
			{total.chargebacks !== '0.00' && (
				<SumCardRow name={m['recon.chargebacks']()}>{sum(total.chargebacks)}</SumCardRow>
			)}
			{!isBank && (
				<>
					<SumCardRow name={m['recon.commission']()}>{sum(total.commission)}</SumCardRow>
					<hr />
					<SumCardRow name={isSupplier ? m['recon.used']() : m['recon.due']()} total>
						{sum(isSupplier ? negated(total.due) : total.due)}
					</SumCardRow>
				</>
			)}
			<SumCardRow name={m['recon.rest']()} tone={total.rest === '0.00' ? 'good' : 'bad'}>
				<Sum sum={total.rest} currency={total.currency} strong />
			</SumCardRow>
		</>
	)
}
