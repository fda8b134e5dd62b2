/** The API names the currency of the chosen country only; what the others have is common knowledge. */
const codes: Record<string, string> = {
	Россия: 'RUB',
	Казахстан: 'KZT',
	Беларусь: 'BYN',
	Узбекистан: 'UZS',
	Киргизия: 'KGS',
	Армения: 'AMD',
	Азербайджан: 'AZN',
	Грузия: 'GEL',
	Молдова: 'MDL',
	Таджикистан: 'TJS',
	Украина: 'UAH',
	Турция: 'TRY',
	Сербия: 'RSD',
	ОАЭ: 'AED',
	Германия: 'EUR',
	Польша: 'PLN',
	США: 'USD',
	Китай: 'CNY',
}

const names = new Intl.DisplayNames('ru', { type: 'currency' })

/** «казахский тенге», or nothing for a country not listed above. */
export function currencyOf(country: string): string {
	const code = codes[country]
	return code ? (names.of(code) ?? code) : ''
}

/** «тенге»: the country is shown beside it. */
export function currencyBeside(country: string): string {
	return currencyOf(country).replace(/^\S+(?:ий|ый|ая) /, '')
}

/** Found by the beginning of any word of its name or currency. */
export function matches(country: string, query: string): boolean {
	const words = `${country} ${currencyOf(country)} ${codes[country] ?? ''}`.toLocaleLowerCase('ru').split(/\s+/)
	const wanted = query.trim().toLocaleLowerCase('ru')
	return words.some((word) => word.startsWith(wanted))
}
