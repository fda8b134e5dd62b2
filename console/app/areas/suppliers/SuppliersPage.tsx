import type { SupplierRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { OneSupplier } from './OneSupplier.tsx'
import { useSuppliers } from './queries.ts'
import { SupplierCard } from './SupplierCard.tsx'
import { SwitchDialog } from './SwitchDialog.tsx'

/** Suppliers with health, balance and switch; one of them in detail below. */
export default function Suppliers() {
	const suppliers = useSuppliers()
	const may = useMay()
	const [params] = useSearchParams()
	const [switching, setSwitching] = useState<SupplierRow>()
	const chosen = params.get('supplier')
	return (
		<Page title={m['suppliers.title']()}>
			<QueryBoundary query={suppliers} skeleton={<SkeletonCards cards={4} />}>
				{({ results }) =>
					results.length === 0 ? (
						<Empty title={m['suppliers.empty']()} hint={m['suppliers.empty_hint']()} />
					) : (
						<div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
							{results.map((row) => (
								<SupplierCard
									key={row.name}
									row={row}
									onSwitch={may('supplier.switch') ? () => setSwitching(row) : undefined}
								/>
							))}
						</div>
					)
				}
			</QueryBoundary>
			{chosen && <OneSupplier supplier={chosen} />}
			{switching && <SwitchDialog row={switching} onClose={() => setSwitching(undefined)} />}
		</Page>
	)
}
