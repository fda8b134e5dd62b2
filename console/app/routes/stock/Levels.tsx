import type { StockRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { LoadDialog } from '~/features/stock/LoadDialog.tsx'
import { levelColumns } from '~/features/stock/levelColumns.tsx'
import { useStock } from '~/features/stock/queries.ts'
import { Read } from '~/kit/Read.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

/** How many codes each product has, and for how long they last. */
export function Levels() {
	const stock = useStock()
	const may = useMay()
	const [loading, setLoading] = useState<StockRow>()
	return (
		<Read query={stock} skeleton={<SkeletonRows rows={8} />}>
			{({ results }) =>
				results.length === 0 ? (
					<Empty title={m['stock.empty']()} hint={m['stock.empty_hint']()} />
				) : (
					<>
						<Table
							label={m['stock.title']()}
							columns={levelColumns(may('code.load') ? setLoading : undefined)}
							rows={results}
							rowKey={({ productId }) => String(productId)}
							rowName={({ title }) => title}
						/>
						{loading && <LoadDialog row={loading} onClose={() => setLoading(undefined)} />}
					</>
				)
			}
		</Read>
	)
}
