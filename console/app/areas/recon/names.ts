import type { ReconDifference, ReconWayName } from '@larek/api/admin/types.gen.ts'
import { partnerName } from '~/api/names.ts'
import { m } from '~/paraglide/messages.js'
import { reconKind } from '~/paraglide/tables/recon_kind.ts'
import { reconWay } from '~/paraglide/tables/recon_way.ts'

/** Our own account, whose statements have the payouts of providers. */
export const bank = 'bank'

export const partyName = (party: string) => (party === bank ? m['recon.bank']() : partnerName(party))

const kinds: Record<ReconDifference['kind'], () => string> = reconKind
export const kindName = (kind: ReconDifference['kind']) => kinds[kind]()

const ways: Record<ReconWayName, () => string> = reconWay
export const wayName = (way: ReconWayName) => ways[way]()

/** The consequence of a resolution that books nothing. */
export function meansOf(way: ReconWayName, { orderId }: ReconDifference): string | undefined {
	if (way === 'entry') return undefined
	return way === 'give' ? m['recon.give_to']({ id: orderId ?? '' }) : m['recon.no_postings']()
}

/** The subject of the party's line, with the party's number. */
export function lineName({ line, name }: ReconDifference): string {
	const id = { id: name }
	if (line === 'refund') return m['recon.refund'](id)
	if (line === 'chargeback') return m['recon.chargeback'](id)
	if (line === 'charge') return m['recon.charge'](id)
	if (line === 'topup') return m['recon.topup'](id)
	if (line === 'incoming') return m['recon.incoming'](id)
	if (line === 'outgoing') return m['recon.outgoing'](id)
	return m['recon.payment'](id)
}
