import { classes } from '@larek/shared/classes.ts'
import { useOnline } from '@larek/shared/online.ts'
import { clockTime } from '@larek/shared/time.ts'
import type { LucideIcon } from 'lucide-react'
import { CircleAlert, Inbox, Lock, WifiOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { problemOf } from '~/api/problem.ts'
import { m } from '~/paraglide/messages.js'
import { Button } from './Button.tsx'
import { Copy } from './Copy.tsx'
import { type Tone, toneText, toneWash } from './Pill.tsx'
import { permissionName } from './permissionName.ts'

interface StateProps {
	icon?: LucideIcon
	title: string
	hint?: ReactNode
	/** The next step, so that no state is a dead end. */
	action?: ReactNode
}

function State({ icon: Icon = Inbox, title, hint, action }: StateProps) {
	return (
		<div className="card grid justify-items-center gap-1.5 px-6 py-12 text-center">
			<Icon size={22} className="mb-1 text-muted" aria-hidden="true" />
			<p className="text-base font-semibold">{title}</p>
			{hint && <div className="max-w-110 text-muted">{hint}</div>}
			{action && <div className="mt-3 flex flex-wrap justify-center gap-2">{action}</div>}
		</div>
	)
}

/** An empty list: the reason, and which filter to drop or where to go. */
export function Empty(props: StateProps) {
	return <State {...props} />
}

/** An error or a refusal. If a permission is missing, names it. */
export function Failed({ error, onRetry }: { error: unknown; onRetry?: () => void }) {
	const problem = problemOf(error)
	if (problem.status === 403) return <Forbidden needs={problem.needs} detail={problem.text} />
	if (problem.status === 404) return <Empty title={problem.text} />
	return (
		<State
			icon={CircleAlert}
			title={problem.isTooBroad ? m['kit.too_broad']() : m['kit.failed']()}
			hint={
				<>
					{problem.text}
					{problem.requestId && (
						<span className="mt-1 block text-xs">
							<Copy text={problem.requestId} what={m['kit.request_id']()} />
						</span>
					)}
				</>
			}
			action={onRetry && <Button onClick={onRetry}>{m['common.retry']()}</Button>}
		/>
	)
}

/** Not allowed: names the missing permission and who can grant it. */
export function Forbidden({ needs, detail }: { needs?: string; detail?: string }) {
	return (
		<State
			icon={Lock}
			title={m['kit.forbidden']()}
			hint={
				<>
					{detail} {needs && m['kit.forbidden_needs']({ needs: permissionName(needs) })} {m['kit.forbidden_hint']()}
				</>
			}
		/>
	)
}

const noteIcons: Partial<Record<Tone, LucideIcon>> = { bad: CircleAlert }

/** A full-width notice of one sentence. */
export function Note({ tone = 'note', icon, children }: { tone?: Tone; icon?: LucideIcon; children: ReactNode }) {
	const Icon = icon ?? noteIcons[tone] ?? CircleAlert
	return (
		<div className={classes('flex gap-2.5 rounded-card px-3.5 py-2.5', toneWash[tone])}>
			<Icon size={16} className="mt-px flex-none" aria-hidden="true" />
			<div className="min-w-0 flex-1 text-fore">{children}</div>
		</div>
	)
}

/** Shows the time of stale data, with a button to reload. */
export function Stale({ at, onRetry }: { at: number; onRetry: () => void }) {
	return (
		<p className={classes('mb-2 flex items-center gap-2 text-xs', toneText.soon)} role="status">
			{m['kit.stale']({ time: clockTime(new Date(at)) })}
			<button type="button" className="underline underline-offset-3" onClick={onRetry}>
				{m['common.retry']()}
			</button>
		</p>
	)
}

/** A strip over everything while the browser has no network. */
export function OfflineBar() {
	if (useOnline()) return null
	return (
		<p role="status" className="flex items-center justify-center gap-2 bg-coral px-4 py-1.5 text-xs text-on-coral">
			<WifiOff size={14} aria-hidden="true" />
			{m['kit.offline']()}
		</p>
	)
}
