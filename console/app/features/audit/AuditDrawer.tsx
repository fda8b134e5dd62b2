import { exactTime } from '@larek/shared/time.ts'
import { Link } from 'react-router'
import { Avatar } from '~/kit/Avatar.tsx'
import { Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { permissionName } from '~/kit/permissionName.ts'
import { m } from '~/paraglide/messages.js'
import { parseRecord } from './auditQuery.ts'
import { Changes } from './Changes.tsx'
import type { AuditRow } from './queries.ts'
import { actionName, objectName, reasonWords } from './words.ts'

export function Actor({ name }: { name: string }) {
	return (
		<span className="inline-flex items-center gap-2">
			<Avatar name={name} small beside />
			{name}
		</span>
	)
}

/** One action with what it changed. */
export function AuditDrawer({ entry, onClose }: { entry: AuditRow | undefined; onClose: () => void }) {
	if (!entry) return null
	return (
		<Drawer open title={actionName(entry.action)} subtitle={m['audit.entry']({ id: entry.id })} onClose={onClose}>
			<div className="grid gap-4">
				<Details wide>
					<Detail name={m['audit.at']()}>{exactTime(new Date(entry.at))}</Detail>
					<Detail name={m['audit.who']()}>
						<Actor name={entry.actor} />
					</Detail>
					<Detail name={m['audit.object']()}>
						<Copy text={objectName(entry.object)} />
					</Detail>
					{entry.reason.code && <Detail name={m['audit.reason']()}>{reasonWords(entry.reason)}</Detail>}
					{entry.orderId && (
						<Detail name={m['audit.order']()}>
							<Link className="text-sky hover:underline" to={`/orders/${entry.orderId}`}>
								{entry.orderId}
							</Link>
						</Detail>
					)}
					{entry.permission && <Detail name={m['audit.permission']()}>{permissionName(entry.permission)}</Detail>}
					<Detail name={m['audit.address']()}>{entry.address}</Detail>
					<Detail name={m['audit.request']()}>
						<Copy text={entry.requestId} />
					</Detail>
					{entry.batch && (
						<Detail name={m['audit.batch']()}>
							<Copy text={entry.batch} />
						</Detail>
					)}
				</Details>
				<Changes before={parseRecord(entry.before)} after={parseRecord(entry.after)} />
			</div>
		</Drawer>
	)
}
