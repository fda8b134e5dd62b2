import type { QueueItem } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { useNow } from '@larek/shared/now.ts'
import { calendarTime, clockTime } from '@larek/shared/time.ts'
import { deadlineTone } from '~/kit/Age.tsx'
import { Avatar } from '~/kit/Avatar.tsx'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { hotkeyOf, useHotkey } from '~/kit/hotkeys.ts'
import { m } from '~/paraglide/messages.js'
import { queueKeys, releaseItem, takeItem } from './queries.ts'
import { usedPart } from './usedPart.ts'

const time = (at: string) => clockTime(new Date(at)).slice(0, 5)

/** Whose work it is and until when, and how much of its time is used. */
export function Lease({ item }: { item: QueueItem }) {
	const now = useNow()
	const tone = deadlineTone(item.created, item.dueAt, now)
	const part = usedPart(item.created, item.dueAt, now)
	return (
		<div className="grid gap-3 px-3.5 pb-3">
			<div>
				<p className="flex justify-between text-xs text-muted">
					<span>{m['queue.opened']({ time: calendarTime(new Date(item.created), new Date(now)) })}</span>
					<span>{m['queue.due']({ time: calendarTime(new Date(item.dueAt), new Date(now)) })}</span>
				</p>
				<progress
					max={1}
					value={part}
					aria-label={m['queue.used']()}
					className={classes(
						'deadline mt-1 h-1 w-full',
						tone === 'bad' && 'text-coral',
						tone === 'soon' && 'text-lamp-line',
					)}
				/>
			</div>
			<Owner item={item} />
		</div>
	)
}

function Owner({ item }: { item: QueueItem }) {
	const { owner } = item
	const take = useAction({ run: takeItem, invalidate: [queueKeys.all] })
	const release = useAction({ run: releaseItem, invalidate: [queueKeys.all] })
	const isMine = owner?.isMe ?? false
	useHotkey('take', () => take.start(item), !owner)
	useHotkey('release', () => release.start(item), isMine)
	const problem = take.problem ?? release.problem
	return (
		<div className="grid gap-2">
			{owner && (
				<div className="flex items-center gap-2.5">
					<Avatar name={owner.name} />
					<p className="min-w-0 flex-1">
						<strong className="block">
							{isMine ? m['order.task_mine']() : m['order.task_of']({ name: owner.name })}
						</strong>
						<span className="text-xs text-muted">{m['order.task_until']({ time: time(owner.until) })}</span>
					</p>
					{isMine && (
						<Button size="small" busy={release.busy} hotkey={hotkeyOf('release')} onClick={() => release.start(item)}>
							{m['queue.release']()}
						</Button>
					)}
				</div>
			)}
			{!owner && (
				<Button
					look="lamp"
					size="large"
					wide
					busy={take.busy}
					hotkey={hotkeyOf('take')}
					onClick={() => take.start(item)}
				>
					{m['queue.take']()}
				</Button>
			)}
			{problem && (
				<p role="alert" className="text-xs text-coral">
					{problemSentence(problem)}
				</p>
			)}
		</div>
	)
}
