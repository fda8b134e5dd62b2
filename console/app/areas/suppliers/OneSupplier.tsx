import { useSearchParams } from 'react-router'
import { supplierName } from '~/api/names.ts'
import { Chips } from '~/kit/Chips.tsx'
import { m } from '~/paraglide/messages.js'
import { Attempts } from './Attempts.tsx'
import { Offers } from './Offers.tsx'

/** The offers of a supplier, or its delivery attempts. */
export function OneSupplier({ supplier }: { supplier: string }) {
	const [params, setParams] = useSearchParams()
	const isOffers = params.get('tab') !== 'attempts'
	const name = supplierName(supplier)
	const title = isOffers ? m['suppliers.offers_of']({ name }) : m['suppliers.attempts_of']({ name })
	return (
		<section className="mt-5 grid gap-2" aria-label={title}>
			<div className="flex flex-wrap items-center justify-between gap-2">
				<h2 className="head text-base">{title}</h2>
				<Chips
					joined
					label={m['suppliers.what_of']()}
					value={isOffers ? 'offers' : 'attempts'}
					onChange={(tab) => setParams(tab === 'offers' ? { supplier } : { supplier, tab })}
					chips={[
						{ value: 'offers', label: m['suppliers.tab_offers']() },
						{ value: 'attempts', label: m['suppliers.tab_attempts']() },
					]}
				/>
			</div>
			{isOffers ? <Offers supplier={supplier} /> : <Attempts supplier={supplier} />}
		</section>
	)
}
