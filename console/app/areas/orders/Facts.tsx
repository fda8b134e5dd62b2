import type { Fact, FactSource } from '@larek/api/admin/types.gen.ts'
import { StickyNote } from 'lucide-react'
import { actionName } from '~/common/auditLabels.ts'
import { Button, IconButton } from '~/kit/Button.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { Money } from '~/kit/Money.tsx'
import { Delayed, SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty, Failed } from '~/kit/states.tsx'
import { Timeline, type TimelineItem } from '~/kit/Timeline.tsx'
import { m } from '~/paraglide/messages.js'
import { factLook } from './facts.ts'
import { useFacts } from './queries.ts'

const sources: Record<FactSource, () => string> = {
	order: m['order.source_order'],
	payment: m['order.source_payment'],
	delivery: m['order.source_delivery'],
	letters: m['order.source_letters'],
	books: m['order.source_books'],
	people: m['order.source_people'],
}

/** Everything that is recorded about the order, newest first, by source. Each entry opens its raw record. */
export function Facts({ order, onNote }: { order: number; onNote?: () => void }) {
	const [source, setSource] = useSearchState('source')
	const [, setFact] = useSearchState('fact')
	const facts = useFacts(order, source as FactSource | null)
	const results = facts.data?.pages.flatMap((page) => page.results)
	const counts = facts.data?.pages[0]?.counts ?? []
	const all = counts.reduce((sum, { count }) => sum + count, 0)
	const open = ({ kind, id }: Fact) => setFact(`${kind}:${id}`)
	return (
		<section className="card" aria-label={m['order.facts']()}>
			<div className="flex items-center gap-2 border-b border-hair px-2.5 py-1.5">
				<div className="min-w-0 flex-1 overflow-x-auto *:w-max *:flex-nowrap">
					<Chips
						joined
						label={m['order.sources']()}
						value={source ?? 'all'}
						onChange={(value) => setSource(value === 'all' ? null : value)}
						chips={[
							{ value: 'all', label: m['order.source_all'](), count: all },
							...counts
								.filter(({ count }) => count > 0)
								.map(({ source: value, count }) => ({ value, label: sources[value](), count })),
						]}
					/>
				</div>
				{onNote && (
					<IconButton label={m['order.note']()} icon={StickyNote} onClick={onNote} className="border border-line" />
				)}
			</div>
			{facts.isError && <Failed error={facts.error} onRetry={() => facts.refetch()} />}
			{!results && !facts.isError && (
				<Delayed>
					<SkeletonRows rows={8} />
				</Delayed>
			)}
			{results?.length === 0 && <Empty title={m['order.no_facts']()} />}
			{results && <Timeline label={m['order.facts']()} items={results.map((fact) => itemOf(fact, open))} />}
			{facts.hasNextPage && (
				<div className="border-t border-hair p-2 text-center">
					<Button size="small" look="flat" busy={facts.isFetchingNextPage} onClick={() => facts.fetchNextPage()}>
						{m['order.more_facts']()}
					</Button>
				</div>
			)}
		</section>
	)
}

function itemOf(fact: Fact, open: (fact: Fact) => void): TimelineItem {
	const { kind, id, at, title, text, amount, actor, times } = fact
	const isNote = kind === 'note'
	return {
		key: `${kind}-${id}`,
		at,
		...factLook(kind),
		title: (
			<>
				{actor && <strong>{actor} · </strong>}
				{kind === 'action' ? actionName(title) : title}
				{times > 1 && <span className="text-muted"> × {times}</span>}
			</>
		),
		hint: isNote ? undefined : text,
		aside: amount && <Money sum={amount.amount} currency={amount.currency} />,
		onOpen: () => open(fact),
		children: isNote && <p className="rounded-control bg-soft-lamp px-2.5 py-1.5 whitespace-pre-line">{text}</p>,
	}
}
