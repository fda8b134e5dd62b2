import { useOnline } from '@larek/shared/online.ts'
import { ChevronDown, Lock, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages.js'
import { Button } from './Button.tsx'
import { Card } from './Card.tsx'
import { type Hotkey, hotkeyOf, useHotkey } from './hotkeys.ts'
import { Kbd } from './Kbd.tsx'
import { permissionName } from './permissionName.ts'

/** Further refused actions are folded. */
const fewRefused = 4

/** All actions of an object in two cards: allowed ones, and refused ones with the reason. */
export function ActionList({ actions, buttons }: { actions: AllowedAction[]; buttons: ActionButtons }) {
	const isOnline = useOnline()
	const known = actions.flatMap((action) => {
		const look = buttons[action.name]
		return look ? [{ action, look }] : []
	})
	const allowed = known.filter(({ action }) => action.allowed)
	const refused = known.filter(({ action }) => !action.allowed)
	return (
		<>
			{allowed.length > 0 && (
				<Card title={m['kit.can']()} flush>
					<ul className="py-1.5">
						{allowed.map(({ action, look }) => (
							<AllowedRow key={action.name} look={look} isOnline={isOnline} />
						))}
					</ul>
				</Card>
			)}
			{refused.length > 0 && (
				<details className="card group" open={refused.length <= fewRefused}>
					<summary className="flex min-h-10 cursor-pointer items-center gap-2 px-3.5 py-1 text-sm font-semibold group-open:border-b group-open:border-hair">
						<h2 className="min-w-0 flex-1 text-sm">{m['kit.cannot']()}</h2>
						<span className="text-xs font-medium text-muted">{refused.length}</span>
						<ChevronDown size={14} className="text-muted group-open:rotate-180" aria-hidden="true" />
					</summary>
					<ul className="py-1.5">
						{refused.map(({ action, look }) => (
							<li key={action.name} className="flex gap-2.5 px-3.5 py-1.5">
								<Lock size={16} className="mt-px flex-none text-muted" aria-hidden="true" />
								<div className="min-w-0">
									<span className="font-medium text-muted">{look.label.replace(/…$/, '')}</span>
									<p className="text-xs text-muted">
										{action.reason || m['kit.needs']({ needs: permissionName(action.needs ?? '') })}
									</p>
								</div>
							</li>
						))}
					</ul>
				</details>
			)}
		</>
	)
}

function AllowedRow({ look, isOnline }: { look: ActionButtonSpec; isOnline: boolean }) {
	const { label, icon: Icon, hint, hotkey, run } = look
	useHotkey(hotkey ?? 'nextStep', run, isOnline && hotkey !== undefined)
	return (
		<li>
			<button
				type="button"
				disabled={!isOnline}
				onClick={run}
				className="flex w-full gap-2.5 px-3.5 py-1.5 text-left hover:bg-hover max-md:min-h-11"
			>
				<Icon size={16} className="mt-px flex-none text-muted" aria-hidden="true" />
				<span className="min-w-0 flex-1">
					<span className="font-medium">{label}</span>
					{hint && <span className="block text-xs text-muted">{hint}</span>}
				</span>
				{hotkey && <Kbd keys={hotkeyOf(hotkey)} />}
			</button>
		</li>
	)
}

/** The server's verdict on an action. The same code checks again when it is carried out. */
export interface AllowedAction {
	name: string
	allowed: boolean
	/** The server's reason for refusing it. */
	reason?: string | null
	/** The permission that is missing. */
	needs?: string | null
	/** The largest sum this operator may use alone. */
	limit?: string | null
}

/** The appearance of an action; the server decides whether it is allowed. */
export interface ActionButtonSpec {
	label: string
	icon: LucideIcon
	/** A line under the label while it is allowed. */
	hint?: ReactNode
	hotkey?: Hotkey
	run: () => void
}

export type ActionButtons = Record<string, ActionButtonSpec>

/** One action as a button. A refused action stays visible and shows the reason. */
export function ActionButton({
	action,
	look,
	lamp,
}: {
	action: AllowedAction
	look: ActionButtonSpec
	lamp?: boolean
}) {
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
