import { classes } from '@larek/shared/classes.ts'
import { exactTime } from '@larek/shared/time.ts'
import { Link } from 'react-router'
import { actionName, objectName } from '~/common/auditLabels.ts'
import { Avatar } from '~/kit/Avatar.tsx'
import { Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { permissionName } from '~/kit/permissionName.ts'
import { m } from '~/paraglide/messages.js'
import { parseRecord } from './auditQuery.ts'
import { changesOf } from './changesOf.ts'
import type { AuditRow } from './queries.ts'
import { reasonLabel } from './reasonLabel.ts'

export function Actor({ name }: { name: string }) {
	return (
		<span className="inline-flex items-center gap-2">
			<Avatar name={name} small beside />
			{name}
		</span>
	)
}

/** An action and its changes. */
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
					{entry.reason.code && <Detail name={m['audit.reason']()}>{reasonLabel(entry.reason)}</Detail>}
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

/** The changed values of an action. */
export function Changes({ before, after }: { before: unknown; after: unknown }) {
	const changes = changesOf(before, after)
	if (changes.length === 0) return <p className="text-muted">{m['audit.no_changes']()}</p>
	const head = 'py-1 pr-3 font-medium'
	const value = (text: string | undefined) => (
		<td className={classes('py-1.5 pr-3 break-all', text === undefined && 'text-muted')}>{text ?? '—'}</td>
	)
	return (
		<table className="w-full text-left">
			<thead>
				<tr className="text-xs text-muted">
					<th scope="col" className={head}>
						{m['audit.value']()}
					</th>
					<th scope="col" className={head}>
						{m['audit.before']()}
					</th>
					<th scope="col" className={head}>
						{m['audit.after']()}
					</th>
				</tr>
			</thead>
			<tbody className="font-mono text-xs">
				{changes.map(({ name, from, to }) => (
					<tr key={name} className="align-top *:border-t *:border-hair">
						<th scope="row" className="py-1.5 pr-3 font-medium text-muted">
							{name}
						</th>
						{value(from)}
						{value(to)}
					</tr>
				))}
			</tbody>
		</table>
	)
}
