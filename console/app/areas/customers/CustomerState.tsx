import type { CustomerRow } from '@larek/api/admin/types.gen.ts'
import { Pill } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

/** Whether the shop sells to an account. */
export function CustomerState({ row: { erasedAt, isBlocked } }: { row: CustomerRow }) {
	if (erasedAt) return <Pill>{m['customers.erased']()}</Pill>
	return isBlocked ? (
		<Pill tone="bad">{m['customers.blocked']()}</Pill>
	) : (
		<Pill tone="good">{m['customers.open']()}</Pill>
	)
}
