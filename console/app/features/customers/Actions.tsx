import { Ban, Check, Download, Eraser, Eye, HeartHandshake, LogOut, type LucideIcon } from 'lucide-react'
import type { Customer } from '~/api/gen/types.gen.ts'
import { type Permission, useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import type { DialogKind } from './CustomerDialog.tsx'

interface ActionsProps {
	customer: Customer
	onOpen: (kind: DialogKind) => void
}

/** What this operator may do about an account that is there. */
export function Actions({ customer: { profile, erasure, sessions }, onOpen }: ActionsProps) {
	const may = useMay()
	if (profile.erasedAt) return null
	const all: [DialogKind, LucideIcon, Permission, boolean][] = [
		['view', Eye, 'customer.view_as', true],
		['credit', HeartHandshake, 'goodwill.give', true],
		['sign_out', LogOut, 'customer.bar', sessions.length > 0],
		['block', Ban, 'customer.bar', !profile.isBlocked],
		['unblock', Check, 'customer.bar', profile.isBlocked],
		['copy', Download, 'customer.export', true],
		['erase', Eraser, 'customer.erase', erasure === null],
	]
	const shown = all.filter(([, , permission, is]) => is && may(permission))
	if (shown.length === 0) return null
	return (
		<Card title={m['kit.can']()}>
			<div className="grid gap-2">
				{shown.map(([kind, icon]) => (
					<Button key={kind} icon={icon} onClick={() => onOpen(kind)}>
						{m[`customers.do_${kind as 'view'}`]()}
					</Button>
				))}
			</div>
		</Card>
	)
}
