import { Users } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useMe } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { lazyPart } from '~/kit/lazyPart.ts'
import { Count } from '~/kit/Pill.tsx'
import { useSearchState } from '~/kit/searchState.ts'
import { m } from '~/paraglide/messages.js'
import { useShift } from './queries.ts'
import { lastRead, markRead, unreadNotes } from './unread.ts'

const ShiftDrawer = lazyPart(() => import('./ShiftDrawer.tsx'), 'ShiftDrawer')

/** Opens the shift, and counts the notes of colleagues that were not read yet. */
export function ShiftButton() {
	const [open, setOpen] = useSearchState('shift')
	const shift = useShift()
	const me = useMe().id
	const [read, setRead] = useState(() => lastRead(me))
	const notes = shift.data?.notes ?? []
	const unread = unreadNotes(notes, me, read)
	const close = () => {
		const newest = notes[0]?.id ?? read
		markRead(me, newest)
		setRead(newest)
		setOpen(null)
	}
	return (
		<>
			<Button icon={Users} onClick={() => setOpen('open')}>
				{m['shift.title']()}
				{unread.length > 0 && (
					<span role="img" aria-label={m['shift.unread']({ count: unread.length })}>
						<Count tone="soon" value={unread.length} />
					</span>
				)}
			</Button>
			{open && (
				<Suspense>
					<ShiftDrawer shift={shift} unread={unread} onClose={close} />
				</Suspense>
			)}
		</>
	)
}
