// Sums are whole numbers of the smallest unit (kopecks, tiyn, cents): prices arrive as strings with two digits.

export type Minor = number

/** The buyer's market: what prices are shown in. */
export interface Currency {
	code: string
	/** Rubles for one unit, an exact decimal string. */
	rate: string
}

export const rubles: Currency = { code: 'RUB', rate: '1' }

const nbsp = '\u00a0'
const minus = '\u2212'
const scale = 100_000_000n

const signs: Record<string, string> = {
	RUB: '₽',
	KZT: '₸',
	BYN: 'Br',
	UAH: '₴',
	USD: '$',
	EUR: '€',
	TRY: '₺',
	AMD: '֏',
	GEL: '₾',
	AZN: '₼',
	UZS: 'сум',
	KGS: 'сом',
}

export function currencySign(code: string): string {
	return signs[code] ?? code
}

/** `"199.00"` → 19900. */
export function parseMoney(text: string): Minor {
	const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text)
	if (!match) throw new Error(`not a sum: ${text}`)
	const [, sign, whole = '', part = ''] = match
	const value = Number(whole) * 100 + Number(part.padEnd(2, '0'))
	return sign ? -value : value
}

/** 19900 → `"199.00"`, as the server writes it. */
export function writeMoney(minor: Minor): string {
	const size = Math.abs(minor)
	return `${minor < 0 ? '-' : ''}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}`
}

/** Currencies whose hundredths nobody has: sums in them are whole, as the server charges them. */
const whole = new Set(['KZT', 'UZS', 'AMD', 'KGS'])

/** Kopecks in the buyer's currency, rounded up as the server charges them. */
export function convert(kopecks: Minor, { code, rate }: Currency): Minor {
	const divisor = scaled(rate)
	if (divisor <= 0n) throw new Error(`not a rate: ${rate}`)
	const unit = whole.has(code) ? 100n : 1n
	const product = BigInt(kopecks) * scale
	const units = product / (divisor * unit)
	return Number((product > 0n && product % (divisor * unit) !== 0n ? units + 1n : units) * unit)
}

/** A percent of a sum, rounded half up to a kopeck as the server does it. */
export function percentOf(sum: Minor, percent: string | number): Minor {
	const [whole = '0', part = ''] = String(percent).split('.')
	const of = 100n * 10n ** BigInt(part.length)
	return Number((2n * BigInt(sum) * BigInt(whole + part) + of) / (2n * of))
}

/** `1 299,50 ₽`. Cards drop empty kopecks, receipts (`exact`) show them. */
export function formatMoney(minor: Minor, code = 'RUB', { exact = false } = {}): string {
	const size = Math.abs(minor)
	const part = size % 100
	const units = String(Math.floor(size / 100)).replace(/\B(?=(\d{3})+$)/g, nbsp)
	const tail = (exact && !whole.has(code)) || part > 0 ? `,${String(part).padStart(2, '0')}` : ''
	return `${minor < 0 ? minus : ''}${units}${tail}${nbsp}${currencySign(code)}`
}

/** A ruble price of the catalogue in the buyer's currency, ready to show. */
export function showPrice(price: string | Minor, currency: Currency, options?: { exact?: boolean }): string {
	const kopecks = typeof price === 'string' ? parseMoney(price) : price
	return formatMoney(convert(kopecks, currency), currency.code, options)
}

/** 12 → `−12 %`. */
export function formatDiscount(percent: number): string {
	return `${minus}${percent}${nbsp}%`
}

/** `1 290` with non-breaking groups. */
export function formatNumber(value: number): string {
	return String(value).replace(/\B(?=(\d{3})+$)/g, nbsp)
}

function scaled(rate: string): bigint {
	const match = /^(\d+)(?:\.(\d+))?$/.exec(rate)
	if (!match) throw new Error(`not a rate: ${rate}`)
	const [, whole = '', part = ''] = match
	return BigInt(whole) * scale + BigInt(part.slice(0, 8).padEnd(8, '0'))
}
