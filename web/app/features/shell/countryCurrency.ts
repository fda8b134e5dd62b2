/**
 * The API names the currency of the chosen country only; what the others have is common knowledge. Written down, because a phone takes a
 * tenth of a second to load the browser's own names.
 */
const currencies: Record<string, [code: string, name: string]> = {
	Россия: ['RUB', 'российский рубль'],
	Казахстан: ['KZT', 'казахский тенге'],
	Беларусь: ['BYN', 'белорусский рубль'],
	Узбекистан: ['UZS', 'узбекский сум'],
	Киргизия: ['KGS', 'киргизский сом'],
	Армения: ['AMD', 'армянский драм'],
	Азербайджан: ['AZN', 'азербайджанский манат'],
	Грузия: ['GEL', 'грузинский лари'],
	Молдова: ['MDL', 'молдавский лей'],
	Таджикистан: ['TJS', 'таджикский сомони'],
	Украина: ['UAH', 'украинская гривна'],
	Турция: ['TRY', 'турецкая лира'],
	Сербия: ['RSD', 'сербский динар'],
	ОАЭ: ['AED', 'дирхам ОАЭ'],
	Германия: ['EUR', 'евро'],
	Польша: ['PLN', 'польский злотый'],
	США: ['USD', 'доллар США'],
	Китай: ['CNY', 'китайский юань'],
}

/** «казахский тенге», or nothing for a country not listed above. */
export function currencyOf(country: string): string {
	return currencies[country]?.[1] ?? ''
}

/** «тенге»: the country is shown beside it. */
export function currencyBeside(country: string): string {
	return currencyOf(country).replace(/^\S+(?:ий|ый|ая) /, '')
}

/** Found by the beginning of any word of its name or currency. */
export function matches(country: string, query: string): boolean {
	const words = `${country} ${currencyOf(country)} ${currencies[country]?.[0] ?? ''}`
		.toLocaleLowerCase('ru')
		.split(/\s+/)
	const wanted = query.trim().toLocaleLowerCase('ru')
	return words.some((word) => word.startsWith(wanted))
}
