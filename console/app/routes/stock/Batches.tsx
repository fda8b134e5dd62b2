import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { batchColumns } from '~/features/stock/batchColumns.tsx'
import { useBatches } from '~/features/stock/queries.ts'
import { VoidDialog } from '~/features/stock/VoidDialog.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

/** What was loaded, by whom and from where. */
export function Batches() {
	const [params] = useSearchParams()
	const batches = useBatches(Number(params.get('product')) || undefined, params.get('cursor') ?? undefined)
	const may = useMay()
	const [voiding, setVoiding] = useState<number>()
	return (
		<Read query={batches} skeleton={<SkeletonRows rows={8} />}>
			{({ results, next, previous }) =>
				results.length === 0 ? (
					<Empty title={m['stock.no_batches']()} hint={m['stock.no_batches_hint']()} />
				) : (
					<>
						<Table
							label={m['stock.tab_batches']()}
							columns={batchColumns(may('code.void') ? setVoiding : undefined)}
							rows={results}
							rowKey={({ id }) => String(id)}
							rowName={({ id }) => String(id)}
							footer={<Pager next={next} previous={previous} />}
						/>
						{voiding && <VoidDialog what="batch" id={voiding} onClose={() => setVoiding(undefined)} />}
					</>
				)
			}
		</Read>
	)
}
