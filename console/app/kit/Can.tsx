import { useOnline } from '@larek/shared/online.ts'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import { type Hotkey, hotkeyOf, useHotkey } from './hotkeys.ts'

/** What the server says about an action on an object. The same code checks again when it is carried out. */
export interface AllowedAction {
	name: string
	allowed: boolean
	/** Why not, in the server's words. */
	reason?: string | null
	/** The permission that is missing. */
	needs?: string | null
	/** The largest sum this operator may use alone. */
	limit?: string | null
}

/** How an action looks; the server says whether it may be pressed. */
export interface ActionLook {
	label: string
	icon: LucideIcon
	/** A line under the label while it is allowed. */
	hint?: ReactNode
	hotkey?: Hotkey
	run: () => void
}

export type ActionLooks = Record<string, ActionLook>

/** One action as a button; a refused one stays in sight and says why. */
export function Can({ action, look, lamp }: { action: AllowedAction; look: ActionLook; lamp?: boolean }) {
	const isOnline = useOnline()
	const isAllowed = action.allowed && isOnline
	useHotkey(look.hotkey ?? 'nextStep', look.run, isAllowed && look.hotkey !== undefined)
	return (
		<div className="grid gap-1">
			<Button
				look={lamp ? 'lamp' : 'plain'}
				size={lamp ? 'large' : 'normal'}
				icon={look.icon}
				disabled={!isAllowed}
				hotkey={look.hotkey && hotkeyOf(look.hotkey)}
				onClick={look.run}
				wide
			>
				{look.label}
			</Button>
			{!action.allowed && action.reason && <p className="text-xs text-muted">{action.reason}</p>}
		</div>
	)
}
