import type { MethodCountry, MethodRow } from '@larek/api/admin/types.gen.ts'
import { useState } from 'react'
import { useMay } from '~/api/session.ts'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Card } from '~/kit/Card.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { Method } from './Method.tsx'
import { MethodDialog } from './MethodDialog.tsx'
import { methodKeys, sendOrder, useMethods } from './queries.ts'
import { KeepDialog, SwitchDialog } from './SwitchDialog.tsx'

/** The methods of a country as buyers see them: in groups, in their order. */
export function Groups({ country }: { country: MethodCountry }) {
	const methods = useMethods(country.iso)
	const may = useMay()
	const [editing, setEditing] = useState<MethodRow>()
	const [switching, setSwitching] = useState<MethodRow>()
	const [keeping, setKeeping] = useState<MethodRow>()
	const order = useAction({
		run: (ids: number[], key) => sendOrder({ ids, reason: { code: 'order', text: '' } }, key),
		invalidate: [methodKeys.all],
		done: m['methods.ordered'](),
	})
	const move = (rows: MethodRow[], from: number, to: number) => {
		const ids = rows.map(({ id }) => id)
		ids.splice(to, 0, ...ids.splice(from, 1))
		order.start(ids)
	}
	return (
		<>
			{order.problem && <Note tone="bad">{problemSentence(order.problem)}</Note>}
			<QueryBoundary query={methods} skeleton={<SkeletonCards cards={3} />}>
				{({ results }) => (
					<div className="grid gap-4">
						{groupsOf(results).map((rows) => (
							<Card key={rows[0]?.groupId} title={rows[0]?.group} flush>
								<ul className="divide-y divide-hair">
									{rows.map((row, at) => (
										<Method
											key={row.id}
											row={row}
											onEdit={may('payment.write') ? () => setEditing(row) : undefined}
											onSwitch={may('provider.switch') ? () => setSwitching(row) : undefined}
											onKeep={may('provider.switch') ? () => setKeeping(row) : undefined}
											onUp={may('payment.write') && at > 0 ? () => move(rows, at, at - 1) : undefined}
										/>
									))}
								</ul>
							</Card>
						))}
					</div>
				)}
			</QueryBoundary>
			{editing && <MethodDialog row={editing} onClose={() => setEditing(undefined)} />}
			{keeping && <KeepDialog row={keeping} country={country.name} onClose={() => setKeeping(undefined)} />}
			{switching && <SwitchDialog row={switching} country={country.name} onClose={() => setSwitching(undefined)} />}
		</>
	)
}

/** Rows under one heading. */
function groupsOf(rows: MethodRow[]): MethodRow[][] {
	const groups = new Map<number, MethodRow[]>()
	for (const row of rows) groups.set(row.groupId, [...(groups.get(row.groupId) ?? []), row])
	return [...groups.values()]
}
