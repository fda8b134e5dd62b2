import type { ReceiptKind, ReceiptState } from '@larek/api/admin/types.gen.ts'
import type { Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

export const stateNames: Record<ReceiptState, () => string> = {
	waiting: m['receipts.state_waiting'],
	sent: m['receipts.state_sent'],
	failed: m['receipts.state_failed'],
	void: m['receipts.state_void'],
}
export const stateTones: Record<ReceiptState, Tone> = { waiting: 'note', sent: 'good', failed: 'bad', void: 'plain' }
export const kindNames: Record<ReceiptKind, () => string> = {
	sale: m['receipts.kind_sale'],
	refund: m['receipts.kind_refund'],
}

const options = (names: Record<string, () => string>) =>
	Object.entries(names).map(([value, name]) => ({ value, label: name() }))
export const stateOptions = options(stateNames)
export const kindOptions = options(kindNames)

/** «22 %» of `vat22`; empty for receipts older than stored rates. */
export function vatName(vat: string | null): string {
	if (!vat) return '—'
	return vat === 'none' ? m['receipts.no_vat']() : `${vat.replace('vat', '')} %`
}
