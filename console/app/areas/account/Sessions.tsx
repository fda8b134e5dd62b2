import { Age } from '~/kit/Age.tsx'
import { problemSentence } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import {
	type SessionInfo,
	type SignInEvent,
	useEndOthers,
	useEndSession,
	useOwnSessions,
	useOwnSignIns,
} from './queries.ts'

/** The operator's sessions; all but the current one can be ended here. */
export function Sessions() {
	const sessions = useOwnSessions()
	const endOthers = useEndOthers()
	const end = useEndSession()
	const problem = end.problem ?? endOthers.problem
	return (
		<QueryBoundary query={sessions} skeleton={<SkeletonRows rows={2} />}>
			{(results) => (
				<Card
					title={m['account.sessions']()}
					flush
					aside={
						results.length > 1 && (
							<Button size="small" busy={endOthers.busy} onClick={() => endOthers.start({})}>
								{m['account.end_others']()}
							</Button>
						)
					}
				>
					{problem && <Note tone="bad">{problemSentence(problem)}</Note>}
					<ul className="divide-y divide-hair">
						{results.map((session) => (
							<SessionRow key={session.name} session={session} onEnd={() => end.start({ session: session.name })} />
						))}
					</ul>
				</Card>
			)}
		</QueryBoundary>
	)
}

function SessionRow({ session, onEnd }: { session: SessionInfo; onEnd: () => void }) {
	return (
		<li className="flex min-h-12 flex-wrap items-center gap-x-3 gap-y-1 px-3.5 py-2">
			<div className="min-w-0 flex-1">
				<p className="font-medium">
					{session.device} {session.current && <Pill tone="good">{m['account.this']()}</Pill>}
				</p>
				<p className="text-xs text-muted">
					{session.address} · {m['account.seen']()} <Age at={session.usedAt} />
				</p>
			</div>
			{!session.current && (
				<Button size="small" look="bad" onClick={onEnd} aria-label={m['account.end_one']({ device: session.device })}>
					{m['account.end']()}
				</Button>
			)}
		</li>
	)
}

const eventLabel: Record<SignInEvent['event'], { label: () => string; tone: 'good' | 'bad' | 'soon' }> = {
	accepted: { label: () => m['account.accepted'](), tone: 'good' },
	refused: { label: () => m['account.refused'](), tone: 'bad' },
	suspended: { label: () => m['account.suspended'](), tone: 'soon' },
}

const methodLabel: Record<SignInEvent['method'], () => string> = {
	password: () => m['account.by_password'](),
	passkey: () => m['staff.passkey'](),
	totp: () => m['staff.totp'](),
	recovery: () => m['account.by_recovery'](),
}

/** Recent attempts to sign in to the account, including a stranger's. */
export function SignIns() {
	const signIns = useOwnSignIns()
	return (
		<QueryBoundary query={signIns} skeleton={<SkeletonRows rows={4} />}>
			{(results) => (
				<Card title={m['account.sign_ins']()} flush>
					<ul className="divide-y divide-hair">
						{results.map((event) => (
							<li key={`${event.at} ${event.method}`} className="flex min-h-10 items-center gap-3 px-3.5 py-1.5">
								<span className="min-w-0 flex-1">
									<span className="block truncate">{event.device}</span>
									<span className="block text-xs text-muted">
										{event.address} · {methodLabel[event.method]()} · <Age at={event.at} />
									</span>
								</span>
								<Pill tone={eventLabel[event.event].tone}>{eventLabel[event.event].label()}</Pill>
							</li>
						))}
					</ul>
				</Card>
			)}
		</QueryBoundary>
	)
}
