import type { LucideIcon } from 'lucide-react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages.js'
import type { Selection } from './selection.ts'

export interface BulkAction {
	label: string
	icon: LucideIcon
	/** How many of the selected ones it is allowed for; all of them by default. */
	allowed?: number
	busy?: boolean
	run: () => void
}

interface BulkBarProps {
	selection: Selection
	/** The total of the selected rows. */
	sum?: ReactNode
	/** Why the last action was refused. */
	problem?: string
	actions: BulkAction[]
}

/** The actions on selected rows. Phones have no selection. */
export function BulkBar({ selection, sum, problem, actions }: BulkBarProps) {
	const count = selection.keys.size
	if (count === 0) return null
	return (
		<div
			role="toolbar"
			aria-label={m['kit.bulk']()}
			className="rise fixed bottom-14 left-[calc(50%+104px)] z-30 flex min-h-12 w-max max-w-[calc(100%-256px)] -translate-x-1/2 flex-wrap items-center gap-2 rounded-stage bg-over py-2 pr-2 pl-4 whitespace-nowrap text-on-over shadow-bar max-md:hidden"
		>
			<strong>{m['kit.selected']({ count })}</strong>
			{sum && <span className="opacity-75">{sum}</span>}
			<span className="mx-1 h-5.5 w-px bg-current opacity-25" />
			{actions.map(({ label, icon: Icon, allowed = count, busy, run }) => (
				<button
					key={label}
					type="button"
					disabled={allowed === 0}
					aria-busy={busy || undefined}
					onClick={busy ? undefined : run}
					className="inline-flex min-h-8 items-center gap-1.5 rounded-control border border-current/30 px-3 font-medium hover:bg-current/10 disabled:opacity-60"
				>
					{busy ? <span className="spinner" aria-hidden="true" /> : <Icon size={16} aria-hidden="true" />}
					{label}
					{allowed < count && <span className="text-xs opacity-75">{m['kit.some_of']({ allowed, count })}</span>}
				</button>
			))}
			<button
				type="button"
				aria-label={m['kit.unselect']()}
				onClick={selection.clear}
				className="grid size-8 place-items-center rounded-control hover:bg-current/10"
			>
				<X size={16} aria-hidden="true" />
			</button>
			{problem && (
				<p role="alert" className="basis-full pb-1 whitespace-normal">
					{problem}
				</p>
			)}
		</div>
	)
}
