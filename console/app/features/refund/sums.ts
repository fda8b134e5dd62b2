// What a refund comes to, in whole kopecks. The server counts again; these sums are what the operator sees before.

export interface RefundUnit {
	id: string
	/** What the buyer paid for the unit: goods and a share of the fee. */
	goods: number
	fee: number
	isAllowed: boolean
}

export interface RefundSums {
	goods: number
	fee: number
	/** The most that may be returned for the chosen units: what they cost, but not more than what is left of the payment. */
	limit: number
}

export function sumsOf(units: RefundUnit[], chosen: ReadonlySet<string>, left: number): RefundSums {
	const taken = units.filter(({ id, isAllowed }) => isAllowed && chosen.has(id))
	const goods = taken.reduce((sum, unit) => sum + unit.goods, 0)
	const fee = taken.reduce((sum, unit) => sum + unit.fee, 0)
	return { goods, fee, limit: Math.min(goods + fee, left) }
}

/** Whether the person who grants may also send, by the limit of the role. */
export function needsSecond(amount: number, aloneLimit: number): boolean {
	return amount > aloneLimit
}

/** «1 097,74», «1097.7», «1097» → kopecks; anything else is no sum. */
export function parseSum(text: string): number | undefined {
	const match = /^(\d{1,12})(?:[.,](\d{1,2}))?$/.exec(text.replace(/[\s\u00a0₽]/g, ''))
	if (!match) return undefined
	const [, whole = '', part = ''] = match
	return Number(whole) * 100 + Number(part.padEnd(2, '0'))
}
