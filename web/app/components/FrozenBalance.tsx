import { formatMoney, type Minor } from '@larek/shared/money.ts'
import { m } from '~/paraglide/messages.js'

const exact = (sum: Minor) => formatMoney(sum, 'RUB', { exact: true })

/** What of a balance can be spent, what cannot, and why. */
export default function FrozenBalance({ has, frozen }: { has: Minor; frozen: Minor }) {
	return m['common.balance_frozen']({ has: exact(has), frozen: exact(frozen) })
}
