import type { Contact } from '@larek/api/store/types.gen.ts'
import { m } from '~/paraglide/messages.js'

type Seller = Pick<Contact, 'companyName' | 'inn' | 'extra'>

/** The company, its number, and when support answers, where the contacts say so. */
export function sellerLine(contact: Seller | undefined): string | null {
	if (!contact) return null
	const hours = /(?:ежедневно|круглосуточно|по будням)[^.;,]*/i.exec(contact.extra)?.[0].trim()
	return [
		m['footer.seller']({ company: contact.companyName, inn: contact.inn }),
		...(hours ? [m['footer.support']({ hours })] : []),
	].join(' · ')
}
