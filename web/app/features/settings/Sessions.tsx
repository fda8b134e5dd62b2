import type { Session } from '@larek/api/store/types.gen.ts'
import { MonitorSmartphone } from 'lucide-react'
import { Ago } from '~/components/Ago.tsx'
import { Badge } from '~/components/Badge.tsx'
import { Skeleton } from '~/components/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { IntentForm } from './IntentForm.tsx'
import { LoadError } from './LoadError.tsx'
import { Panel } from './Panel.tsx'
import type { SettingsData } from './settings.ts'

/** Where the user is signed in, with buttons to sign out. */
export function Sessions({ sessions }: { sessions: SettingsData['sessions'] | undefined }) {
	return (
		<Panel title={m['settings.devices']()}>
			{sessions === null && <LoadError />}
			{sessions === undefined && <Skeleton className="h-24" />}
			{sessions && (
				<>
					<ul className="grid gap-3">
						{sessions.map((session) => (
							<Row key={session.id} session={session} />
						))}
					</ul>
					<IntentForm intent="end-all" className="justify-self-start">
						{m['settings.end_everywhere']()}
					</IntentForm>
				</>
			)}
		</Panel>
	)
}

function Row({ session: { id, device, usedAt, isCurrent } }: { session: Session }) {
	return (
		<li className="flex flex-wrap items-center gap-x-3">
			<MonitorSmartphone size={22} aria-hidden="true" className="text-muted" />
			<span className="min-w-0 flex-[1_1_200px]">
				<b className="flex flex-wrap items-center gap-2">
					{device}
					{isCurrent && <Badge tone="good">{m['settings.this_device']()}</Badge>}
				</b>
				<span className="block text-sm text-muted">
					{m['settings.used']()} <Ago at={usedAt} />
				</span>
			</span>
			<IntentForm intent={isCurrent ? 'leave' : 'end'} fields={{ session: id }} look="quiet" className="max-sm:ml-4.5">
				{m['settings.device_end']()}
				<span className="sr-only">: {device}</span>
			</IntentForm>
		</li>
	)
}
