import type { CatalogDone, CatalogOrder } from '@larek/api/admin/types.gen.ts'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useState } from 'react'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button, IconButton } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { catalogKeys } from './queries.ts'

interface Item {
	id: number
	title: string
}

interface OrderDialogProps {
	items: Item[]
	send: (body: CatalogOrder, key: string) => Promise<CatalogDone>
	onClose: () => void
}

/** The order of games or products, moved one place at a time: works with keys and thumbs alike. */
export function OrderDialog({ items, send, onClose }: OrderDialogProps) {
	const [list, setList] = useState(items)
	const save = useAction({
		run: (_: undefined, key: string) =>
			send({ ids: list.map(({ id }) => id), reason: { code: 'assortment', text: '' } }, key),
		invalidate: [catalogKeys.all],
		done: m['catalog.placed'](),
		onDone: onClose,
	})
	const move = (at: number, by: 1 | -1) => {
		const moved = list[at]
		if (moved) setList(list.toSpliced(at, 1).toSpliced(at + by, 0, moved))
	}
	return (
		<Dialog
			open
			title={m['catalog.order_title']()}
			subtitle={m['catalog.order_hint']()}
			onClose={onClose}
			footer={
				<>
					<span className="flex-1" />
					<Button onClick={onClose}>{m['common.cancel']()}</Button>
					<Button look="lamp" busy={save.busy} onClick={() => save.start(undefined)}>
						{m['keys.save']()}
					</Button>
				</>
			}
		>
			{save.problem && (
				<div role="alert" className="mb-3">
					<Note tone="bad">{problemSentence(save.problem)}</Note>
				</div>
			)}
			<ol className="grid gap-1">
				{list.map(({ id, title }, at) => (
					<li key={id} className="flex items-center gap-1 rounded-control border border-hair py-0.5 pr-1 pl-3">
						<span className="min-w-0 flex-1 truncate">{title}</span>
						<IconButton
							icon={ArrowUp}
							label={m['catalog.up']({ title })}
							disabled={at === 0}
							onClick={() => move(at, -1)}
						/>
						<IconButton
							icon={ArrowDown}
							label={m['catalog.down']({ title })}
							disabled={at === list.length - 1}
							onClick={() => move(at, 1)}
						/>
					</li>
				))}
			</ol>
		</Dialog>
	)
}
