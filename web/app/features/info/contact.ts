import type { Contact } from '@larek/api/store/types.gen.ts'

type Named = 'inn' | 'ogrn' | 'bin' | 'registration'

/** The numbers of a company under the names its country gives them. */
export function companyNumbers({ inn, companyId }: Pick<Contact, 'inn' | 'companyId'>): Array<[Named, string]> {
	// In Kazakhstan one number serves the tax office and the register.
	if (inn === companyId) return [['bin', inn]]
	return [
		['inn', inn],
		[/^\d{13}$/.test(companyId) ? 'ogrn' : 'registration', companyId],
	]
}

/** How to reach the company, a sentence a line, without the number that is shown above. */
export function reachLines({ extra, companyId }: Pick<Contact, 'extra' | 'companyId'>): string[] {
	return extra
		.split(/(?<=[.!?])\s+(?=[А-ЯЁA-Z])/)
		.map((line) => line.trim())
		.filter((line) => line !== '' && !(companyId && line.includes(companyId)))
}
