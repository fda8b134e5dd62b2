import type { ReconDifference, ReconWayName } from '@larek/api/admin/types.gen.ts'
import { providerName } from '~/common/names.ts'
import { m } from '~/paraglide/messages.js'

const suppliers: Record<string, string> = {
	moogold: 'MooGold',
	nsgifts: 'NS.Gifts',
	gamesdrop: 'GamesDrop',
	rokky: 'Rokky',
}

/** Our own account, whose statements have the payouts of providers. */
export const bank = 'bank'

export const partyName = (party: string) =>
	party === bank ? m['recon.bank']() : (suppliers[party] ?? providerName(party))

const kinds: Record<ReconDifference['kind'], () => string> = {
	theirs_only: m['recon_kind.theirs_only'],
	ours_only: m['recon_kind.ours_only'],
	amount: m['recon_kind.amount'],
	day: m['recon_kind.day'],
	commission: m['recon_kind.commission'],
}
export const kindName = (kind: ReconDifference['kind']) => kinds[kind]()

const ways: Record<ReconWayName, () => string> = {
	give: m['recon_way.give'],
	book: m['recon_way.book'],
	write_off: m['recon_way.write_off'],
	accept: m['recon_way.accept'],
	entry: m['recon_way.entry'],
	appeared: m['recon_way.appeared'],
}
export const wayName = (way: ReconWayName) => ways[way]()

/** What a way does that books nothing itself. */
export function meansOf(way: ReconWayName, { orderId }: ReconDifference): string | undefined {
	if (way === 'entry') return undefined
	return way === 'give' ? m['recon.give_to']({ id: orderId ?? '' }) : m['recon.no_postings']()
}

/** What their line is about, with their number. */
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
