import type { ReconDays } from '@larek/api/admin/types.gen.ts'
import { partnerName } from '~/api/names.ts'
import { m } from '~/paraglide/messages.js'

const bank = 'bank'

export interface OpenDay {
	day: string
	/** The parties whose files are missing, or the number of open differences. */
	label: string
	to: string
}

/** The days that keep a month from being closed, with the page where each is explained. */
export function openDays({ whole, days, suppliers }: ReconDays): OpenDay[] {
	return whole
		.filter(({ state }) => state !== 'green')
		.map(({ day, open, missing }) => {
			const mark = days.find((one) => one.day === day && one.state === 'open')
			const party = mark?.party ?? missing[0] ?? bank
			const side = party === bank ? bank : suppliers.includes(party) ? 'suppliers' : 'providers'
			const names = missing.map((name) => (name === bank ? m['recon.bank']() : partnerName(name)))
			const absent = names.length > 0 && m['recon.whole_missing']({ parties: names.join(', ') })
			const label = [open > 0 && m['recon.open']({ count: open }), absent].filter(Boolean).join('; ')
			return { day, label, to: `/reconciliation?${new URLSearchParams({ side, party, day, until: day })}` }
		})
}
