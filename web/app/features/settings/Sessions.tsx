import { MonitorSmartphone } from 'lucide-react'
import type { Session } from '~/api/gen/types.gen.ts'
import { Ago } from '~/components/Ago.tsx'
import { Badge } from '~/components/Badge.tsx'
import { Button } from '~/components/Button.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { notify } from '~/components/toast/toasts.ts'
import { m } from '~/paraglide/messages.js'
import { Failed } from './LoadError.tsx'
import { Panel } from './Panel.tsx'
import { useAsked } from './useAsked.ts'
import { useDoing } from './useDoing.ts'

const askSessions = (ask: typeof import('./settingsApi.client.ts')) => ask.askSessions()

/** Where somebody is signed in, and the doors out. */
export function Devices() {
	const { value: sessions, failed, set, again } = useAsked(askSessions)
	const [doing, run] = useDoing()

	function end({ id, isCurrent }: Session) {
		run(id, async (ask) => {
			if (isCurrent) return ask.leave()
			await ask.endSession(id)
			set(sessions?.filter((one) => one.id !== id) ?? [])
			notify('success', m['settings.device_ended']())
		})
	}
	const endAll = () =>
		run('all', async (ask) => {
			await ask.endEverywhere()
			notify('success', m['settings.ended_everywhere']())
		})

	return (
		<Panel title={m['settings.devices']()}>
			{failed && <Failed retry={again} />}
			{!failed && !sessions && <Skeleton className="h-24" />}
			{sessions && (
				<>
					<ul className="grid gap-3">
						{sessions.map((one) => (
							<li key={one.id} className="flex flex-wrap items-center gap-x-3">
								<MonitorSmartphone size={22} aria-hidden="true" className="text-muted" />
								<span className="min-w-0 flex-[1_1_200px]">
									<b className="flex flex-wrap items-center gap-2">
										{one.device}
										{one.isCurrent && <Badge tone="good">{m['settings.this_device']()}</Badge>}
									</b>
									<span className="block text-sm text-muted">
										{m['settings.used']()} <Ago at={one.usedAt} />
									</span>
								</span>
								<Button
									size="small"
									look="quiet"
									className="max-sm:ml-4.5"
									busy={doing === one.id}
									onClick={() => end(one)}
								>
									{m['settings.device_end']()}
									<span className="sr-only">: {one.device}</span>
								</Button>
							</li>
						))}
					</ul>
					<Button size="small" className="justify-self-start" busy={doing === 'all'} onClick={endAll}>
						{m['settings.end_everywhere']()}
					</Button>
				</>
			)}
		</Panel>
	)
}
