import type { QueueItem } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { useNow } from '@larek/shared/now.ts'
import { QueueMark } from '~/common/QueueMark.tsx'
import { queueKindLabel, queueTitle } from '~/common/queueLabels.ts'
import { Deadline, deadlineTone } from '~/kit/Age.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { Button } from '~/kit/Button.tsx'
import { duration } from '~/kit/duration.ts'
import { Money } from '~/kit/Money.tsx'
import { useIsPhone } from '~/kit/media.ts'
import { m } from '~/paraglide/messages.js'
import { type GroupName, groupByDeadline } from './groupByDeadline.ts'
import { QueueRow } from './QueueRow.tsx'
import { keyOf } from './queries.ts'
import type { RowSelection } from './selection.ts'

const groupTitles: Record<GroupName, () => string> = {
	late: m['queue.late'],
	hour: m['queue.hour'],
	later: m['queue.later'],
}

interface QueueListProps {
	items: QueueItem[]
	current: string | null
	/** Selected rows; undefined if nothing can be selected. */
	selection?: RowSelection
	/** The address that shows an item. */
	addressOf: (item: QueueItem) => string
	onTake: (item: QueueItem) => void
	isTaking: boolean
}

/** The queue grouped by urgency. */
export function QueueList({ items, current, selection, addressOf, onTake, isTaking }: QueueListProps) {
	const now = useNow()
	const groups = groupByDeadline(items, (item) => new Date(item.dueAt), new Date(now))
	return (
		<div className="card overflow-hidden max-md:-mx-4 max-md:rounded-none max-md:border-x-0">
			{groups.map(({ name, rows }) => (
				<section key={name} aria-label={groupTitles[name]()} className="not-first:border-t not-first:border-hair">
					<h2
						className={classes(
							'flex min-h-7.5 items-center gap-2 border-b border-hair bg-night px-3.5 text-xs',
							name === 'late' ? 'text-coral' : 'text-muted',
						)}
					>
						{groupTitles[name]()} <span className="font-medium">{rows.length}</span>
					</h2>
					<ul className="divide-y divide-hair">
						{rows.map((item) => (
							<Row
								key={keyOf(item)}
								item={item}
								now={now}
								selection={selection}
								isCurrent={keyOf(item) === current}
								to={addressOf(item)}
								owner={<Owner item={item} onTake={onTake} isTaking={isTaking} />}
							/>
						))}
					</ul>
				</section>
			))}
		</div>
	)
}

interface RowProps {
	item: QueueItem
	now: number
	selection?: RowSelection
	isCurrent: boolean
	to: string
	owner: React.ReactNode
}

function Row({ item, now, selection, isCurrent, to, owner }: RowProps) {
	const isPhone = useIsPhone()
	const order = item.orderId ? m['queue.order']({ id: item.orderId }) : ''
	return (
		<QueueRow
			tick={selection && <Tick item={item} selection={selection} />}
			to={to}
			mark={<QueueMark item={item} large={isPhone} />}
			title={queueTitle(item)}
			kind={queueKindLabel(item.kind)}
			order={order}
			sum={item.amount && <Money sum={item.amount} currency={item.currency} />}
			age={duration(now - Date.parse(item.created))}
			left={<Deadline from={item.created} due={item.dueAt} plain={isPhone} />}
			tone={deadlineTone(item.created, item.dueAt, now)}
			owner={owner}
			isCurrent={isCurrent}
			isSelected={selection?.keys.has(keyOf(item))}
		/>
	)
}

/** Selects a row. Rows of another kind than the selected ones cannot be. */
function Tick({ item, selection }: { item: QueueItem; selection: RowSelection }) {
	const fits = selection.fits(item)
	return (
		<label
			title={fits ? undefined : m['queue.one_kind']()}
			className="relative z-10 -ml-3.5 grid place-items-center self-stretch pl-3.5"
		>
			<input
				type="checkbox"
				className="tick disabled:opacity-40"
				aria-label={m['kit.select_row']({ name: queueTitle(item) })}
				disabled={!fits}
				checked={selection.keys.has(keyOf(item))}
				onChange={() => selection.toggle(keyOf(item))}
			/>
		</label>
	)
}

type OwnerProps = Pick<QueueListProps, 'onTake' | 'isTaking'> & { item: QueueItem }

function Owner({ item, onTake, isTaking }: OwnerProps) {
	if (item.owner) return <Avatar name={item.owner.name} small />
	return (
		<Button
			size="small"
			busy={isTaking}
			aria-label={m['queue.take_what']({ title: item.title })}
			onClick={() => onTake(item)}
			className="md:border-transparent! md:bg-transparent! md:px-0! md:text-sky! md:hover:underline"
		>
			{m['queue.take']()}
		</Button>
	)
}
