import type { Customer } from '@larek/api/admin/types.gen.ts'
import {
	Ban,
	Banknote,
	Check,
	Download,
	Eraser,
	Eye,
	HeartHandshake,
	LogOut,
	type LucideIcon,
	MinusCircle,
	X,
} from 'lucide-react'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import { customerActions, type DialogKind } from './CustomerDialog.tsx'
import { offered } from './offered.ts'

interface ActionsProps {
	customer: Customer
	onOpen: (kind: DialogKind) => void
}

const icons: Record<DialogKind, LucideIcon> = {
	view: Eye,
	credit: HeartHandshake,
	pay_out: Banknote,
	debit: MinusCircle,
	sign_out: LogOut,
	block: Ban,
	unblock: Check,
	copy: Download,
	erase: Eraser,
	approve: Check,
	decline: X,
}

/** What this operator may do about an account that is there. */
export function Actions({ customer, onOpen }: ActionsProps) {
	const may = useMay()
	const shown = offered(customer).filter(([, permission]) => may(permission))
	if (shown.length === 0) return null
	return (
		<Card title={m['kit.can']()}>
			<div className="grid gap-2">
				{shown.map(([kind]) => (
					<Button key={kind} icon={icons[kind]} onClick={() => onOpen(kind)}>
						{customerActions[kind][0]()}
					</Button>
				))}
			</div>
		</Card>
	)
}
