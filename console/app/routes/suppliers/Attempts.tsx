import type { AttemptState } from '@larek/api/admin/types.gen.ts'
import { useSearchParams } from 'react-router'
import { supplierName } from '~/features/order/names.ts'
import { attemptColumns, attemptStates } from '~/features/suppliers/attemptColumns.tsx'
import { useAttempts } from '~/features/suppliers/queries.ts'
import { Chips } from '~/kit/Chips.tsx'
import { Pager } from '~/kit/Pager.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Empty } from '~/kit/states.tsx'
import { Table } from '~/kit/Table.tsx'
import { m } from '~/paraglide/messages.js'

/** What we ordered from one supplier, the newest first. */
export function Attempts({ supplier }: { supplier: string }) {
	const [params, setParams] = useSearchParams()
	const asked = params.get('state') ?? ''
	const state = asked in attemptStates ? (asked as AttemptState) : undefined
	const attempts = useAttempts(supplier, state, params.get('cursor') ?? undefined)
	const label = m['suppliers.attempts_of']({ name: supplierName(supplier) })
	return (
		<>
			<Chips
				label={m['suppliers.outcome']()}
				value={state ?? ''}
				onChange={(next) => setParams({ supplier, tab: 'attempts', ...(next ? { state: next } : {}) })}
				chips={[
					{ value: '', label: m['suppliers.any_outcome']() },
					...Object.entries(attemptStates).map(([value, one]) => ({ value, label: one.label() })),
				]}
			/>
			<Read query={attempts} skeleton={<SkeletonRows rows={8} />}>
				{({ results, next, previous }) =>
					results.length === 0 ? (
						<Empty title={m['suppliers.no_attempts']()} hint={m['suppliers.no_attempts_hint']()} />
					) : (
						<Table
							label={label}
							columns={attemptColumns()}
							rows={results}
							rowKey={({ id }) => String(id)}
							rowName={({ orderId }) => String(orderId)}
							footer={<Pager next={next} previous={previous} />}
						/>
					)
				}
			</Read>
		</>
	)
}
