import type { OfferRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { supplierName } from '~/features/order/names.ts'
import { OfferDialog } from '~/features/suppliers/OfferDialog.tsx'
import { offerColumns } from '~/features/suppliers/offerColumns.tsx'
import { useOffers } from '~/features/suppliers/queries.ts'
import { Pager } from '~/kit/Pager.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

/** The offers of one supplier. */
export function Offers({ supplier }: { supplier: string }) {
	const [params] = useSearchParams()
	const offers = useOffers(supplier, params.get('cursor') ?? undefined)
	const may = useMay()
	const [editing, setEditing] = useState<OfferRow>()
	return (
		<>
			<Read query={offers} skeleton={<SkeletonRows rows={8} />}>
				{({ results, next, previous }) => (
					<Table
						label={m['suppliers.offers_of']({ name: supplierName(supplier) })}
						columns={offerColumns(may('offer.write') ? setEditing : undefined)}
						rows={results}
						rowKey={({ id }) => String(id)}
						rowName={({ title }) => title}
						footer={<Pager next={next} previous={previous} />}
					/>
				)}
			</Read>
			{editing && <OfferDialog row={editing} canApprove={may('offer.approve')} onClose={() => setEditing(undefined)} />}
		</>
	)
}
