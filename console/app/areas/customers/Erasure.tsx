import type { Customer } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { m } from '~/paraglide/messages.js'
import type { DialogKind } from './CustomerDialog.tsx'

interface ErasureProps {
	customer: Customer
	onDecide: (kind: DialogKind) => void
}

/** A request to erase the account, for another person to decide. */
export function Erasure({ customer: { erasure }, onDecide }: ErasureProps) {
	const may = useMay()
	if (!erasure) return null
	return (
		<Card title={m['customers.erasure']()}>
			<p>{erasure.reason}</p>
			<p className="mt-1 text-xs text-muted">
				{erasure.askedBy}, {exactTime(new Date(erasure.askedAt))}
			</p>
			{may('customer.erase') && (
				<div className="mt-3 grid gap-2">
					{erasure.isMine ? (
						<p className="text-xs text-muted">{m['customers.another_person']()}</p>
					) : (
						<Button look="bad" onClick={() => onDecide('approve')}>
							{m['customers.do_approve']()}
						</Button>
					)}
					<Button onClick={() => onDecide('decline')}>{m['customers.do_decline']()}</Button>
				</div>
			)}
		</Card>
	)
}
