import type { StockCodeState } from '@larek/api/admin/types.gen.ts'
import { useCallback, useState } from 'react'
import { useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { codeColumns } from '~/features/stock/codeColumns.tsx'
import { useCodes } from '~/features/stock/queries.ts'
import { RevealDialog } from '~/features/stock/RevealDialog.tsx'
import { VoidDialog } from '~/features/stock/VoidDialog.tsx'
import { stateWords } from '~/features/stock/words.ts'
import { Button } from '~/kit/Button.tsx'
import { FilterBar } from '~/kit/FilterBar.tsx'
import { type Filters, useFilters } from '~/kit/filters.ts'
import { Pager } from '~/kit/Pager.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

const states = Object.entries(stateWords).map(([value, label]) => ({ value, label: label() }))
const filters: Filters = {
	state: { label: m['stock.state'](), kind: 'options', options: states },
	product: { label: m['stock.product_number'](), kind: 'text' },
	batch: { label: m['stock.batch'](), kind: 'text' },
}

/** Every code without its text. */
export function Codes() {
	const state = useFilters(filters)
	const [params] = useSearchParams()
	const may = useMay()
	const [revealing, setRevealing] = useState<number>()
	const [voiding, setVoiding] = useState<number>()
	const hide = useCallback(() => setRevealing(undefined), [])
	const codes = useCodes({
		state: state.values.state as StockCodeState | undefined,
		product: Number(state.values.product) || undefined,
		batch: Number(state.values.batch) || undefined,
		cursor: params.get('cursor') ?? undefined,
	})
	return (
		<>
			<FilterBar filters={filters} state={state} />
			<Read query={codes} skeleton={<SkeletonRows rows={10} />}>
				{({ results, next, previous }) =>
					results.length === 0 ? (
						<Empty
							title={m['stock.no_codes']()}
							hint={m['stock.no_codes_hint']()}
							action={<Button onClick={state.clear}>{m['kit.reset']()}</Button>}
						/>
					) : (
						<Table
							label={m['stock.tab_codes']()}
							columns={codeColumns({
								onVoid: may('code.void') ? setVoiding : undefined,
								onReveal: may('code.reveal') ? setRevealing : undefined,
							})}
							rows={results}
							rowKey={({ id }) => String(id)}
							rowName={({ id }) => String(id)}
							footer={<Pager next={next} previous={previous} />}
						/>
					)
				}
			</Read>
			{revealing && <RevealDialog id={revealing} onClose={hide} />}
			{voiding && <VoidDialog what="code" id={voiding} onClose={() => setVoiding(undefined)} />}
		</>
	)
}
