import type { BookPosting } from '@larek/api/admin/types.gen.ts'
import { Sum } from '~/common/Sum.tsx'
import { accountName } from './GroupName.tsx'

/** A preview of an entry, one account per line. */
export function Postings({ postings }: { postings: BookPosting[] }) {
	if (postings.length === 0) return null
	return (
		<ul className="mt-1 grid gap-0.5">
			{postings.map(({ account, title, currency, amount }) => (
				<li key={`${account} ${currency}`} className="flex justify-between gap-3">
					<span className="min-w-0 truncate" title={account}>
						{accountName({ account, title })}
					</span>
					<Sum sum={amount} currency={currency} strong />
				</li>
			))}
		</ul>
	)
}
