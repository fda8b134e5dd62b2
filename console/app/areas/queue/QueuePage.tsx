import type { QueueCount, QueueItem, QueueKind } from '@larek/api/admin/types.gen.ts'
import { Zap } from 'lucide-react'
import { Suspense, useEffect } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useMay } from '~/api/session.ts'
import { queueKindLabel } from '~/common/queueLabels.ts'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Chips } from '~/kit/Chips.tsx'
import { hotkeyOf, useHotkey } from '~/kit/hotkeys.ts'
import { lazyPart } from '~/kit/lazyPart.ts'
import { useIsPhone } from '~/kit/media.ts'
import { Page } from '~/kit/Page.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonCards, SkeletonRows } from '~/kit/Skeleton.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { Empty, Note } from '~/kit/states.tsx'
import { showToast } from '~/kit/toast.ts'
import { m } from '~/paraglide/messages.js'
import { QueueList } from './QueueList.tsx'
import { keyOf, queueKeys, takeItem, takeNext, useQueue, type Whose } from './queries.ts'
import { ShiftButton } from './ShiftButton.tsx'
import { useRowSelection } from './selection.ts'

// The pane and its dialogs load after the first screen, before a row is opened.
const loadPane = () => import('./QueuePane.tsx')
const LazyPane = lazyPart(loadPane, 'QueuePane')

const Bulk = lazyPart(() => import('./QueueBulk.tsx'), 'QueueBulk')

function Pane(props: { open: string; onClose: () => void }) {
	return (
		<Suspense fallback={<SkeletonCards cards={1} />}>
			<LazyPane {...props} />
		</Suspense>
	)
}

const whose: Record<Whose, () => string> = {
	all: m['queue.whose_all'],
	free: m['queue.whose_free'],
	mine: m['queue.whose_mine'],
}

/** The queue: a list, and a pane to finish the open row. */
export default function Queue() {
	const [who, setWho] = useSearchState('whose')
	const [kind, setKind] = useSearchState('kind')
	const [open, setOpen] = useSearchState('task')
	const isPhone = useIsPhone()
	const mayTake = useMay()('task.take')
	useEffect(() => {
		loadPane().catch(() => {})
	}, [])
	const queue = useQueue({ whose: (who ?? 'all') as Whose, kind: (kind ?? undefined) as QueueKind | undefined })
	const next = useNext(setOpen, kind as QueueKind | null)
	if (isPhone && open) {
		return (
			<Page title={m['queue.title']()}>
				<Pane open={open} onClose={() => setOpen(null)} />
			</Page>
		)
	}
	const counts = queue.data?.counts ?? []
	return (
		<Page
			title={m['queue.title']()}
			live
			beside={
				<>
					<Chips
						joined
						label={m['queue.whose']()}
						value={who ?? 'all'}
						onChange={(value) => setWho(value === 'all' ? null : value)}
						chips={Object.entries(whose).map(([value, label]) => ({ value, label: label() }))}
					/>
					{mayTake && <ShiftButton />}
				</>
			}
			actions={
				<div className="max-md:fixed max-md:inset-x-4 max-md:bottom-[calc(72px+env(safe-area-inset-bottom))] max-md:z-20 max-md:grid">
					<Button
						icon={Zap}
						look={isPhone ? 'lamp' : 'plain'}
						size={isPhone ? 'large' : 'normal'}
						busy={next.busy}
						hotkey={hotkeyOf('takeNext')}
						onClick={() => next.start(undefined)}
					>
						{m['queue.next']()}
					</Button>
				</div>
			}
		>
			{counts.length > 0 && (
				<div className="mb-3 max-md:-mx-4 max-md:overflow-x-auto max-md:px-4 max-md:*:w-max max-md:*:flex-nowrap">
					<Chips
						label={m['queue.kinds']()}
						value={kind ?? 'all'}
						onChange={(value) => setKind(value === 'all' ? null : value)}
						chips={[
							{ value: 'all', label: m['queue.all']() },
							...counts.map((one) => ({ value: one.kind, label: queueKindLabel(one.kind), count: one.count })),
						]}
					/>
				</div>
			)}
			{next.problem && <Note tone="bad">{problemSentence(next.problem)}</Note>}
			<div className={open ? 'items-start gap-3.5 lg:grid lg:grid-cols-[minmax(0,1fr)_392px]' : undefined}>
				<QueryBoundary query={queue} skeleton={<SkeletonRows rows={10} />}>
					{({ results }) => (
						<Rows
							key={`${who} ${kind}`}
							items={results}
							counts={counts}
							canSelect={mayTake && !isPhone}
							open={open}
							onTaken={setOpen}
						/>
					)}
				</QueryBoundary>
				{open && <Pane key={open} open={open} onClose={() => setOpen(null)} />}
			</div>
		</Page>
	)
}

interface RowsProps {
	items: QueueItem[]
	counts: QueueCount[]
	/** Phones have no selection, and without the permission there is nothing to do with many rows. */
	canSelect: boolean
	open: string | null
	onTaken: (key: string) => void
}

function Rows({ items, counts, canSelect, open, onTaken }: RowsProps) {
	const [params] = useSearchParams()
	const selection = useRowSelection(items)
	const take = useAction({ run: takeItem, invalidate: [queueKeys.all], onDone: (item) => onTaken(keyOf(item)) })
	const addressOf = (item: QueueItem) => {
		const next = new URLSearchParams(params)
		next.set('task', keyOf(item))
		return `?${next}`
	}
	useRowKeys(items, open, addressOf)
	const current = items.find((item) => keyOf(item) === open)
	useHotkey(
		'selectRow',
		() => current && selection.toggle(keyOf(current)),
		canSelect && !!current && selection.fits(current),
	)
	return (
		<div>
			{take.problem && (
				<div className="mb-2">
					<Note tone="bad">{problemSentence(take.problem)}</Note>
				</div>
			)}
			{items.length === 0 ? (
				<Empty title={m['queue.empty']()} hint={m['queue.empty_hint']()} />
			) : (
				<QueueList
					items={items}
					current={open}
					selection={canSelect ? selection : undefined}
					addressOf={addressOf}
					onTake={take.start}
					isTaking={take.busy}
				/>
			)}
			{canSelect && (
				<Suspense fallback={null}>
					<Bulk
						items={items}
						selection={selection}
						actionsOf={(kind) => counts.find((one) => one.kind === kind)?.bulk ?? []}
					/>
				</Suspense>
			)}
		</div>
	)
}

/** Takes the most urgent row the operator can end, and opens it. */
function useNext(onTaken: (key: string) => void, kind: QueueKind | null) {
	const next = useAction({
		run: (_: undefined, key) => takeNext(kind ?? undefined, key),
		invalidate: [queueKeys.all],
		onDone: ({ item }) => (item ? onTaken(keyOf(item)) : showToast({ text: m['queue.nothing_next']() })),
	})
	useHotkey('takeNext', () => next.start(undefined))
	return next
}

/** J and K walk through the rows; the open one follows. */
function useRowKeys(items: QueueItem[], open: string | null, addressOf: (item: QueueItem) => string) {
	const navigate = useNavigate()
	const go = (by: number) => {
		const at = items.findIndex((item) => keyOf(item) === open)
		const item = items[at < 0 ? 0 : Math.min(Math.max(at + by, 0), items.length - 1)]
		if (item) navigate(addressOf(item), { preventScrollReset: true, replace: true })
	}
	useHotkey('nextRow', () => go(1), items.length > 0)
	useHotkey('previousRow', () => go(-1), items.length > 0)
}
