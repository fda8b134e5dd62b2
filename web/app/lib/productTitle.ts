import { formatNumber } from '@larek/shared/money.ts'

/** What fits into the narrowest card in one line. */
const oneLine = 14

/** `16200 UC` → `16 200 UC`: groups of digits, and the number stays with what it counts where there is room for both. */
export function productTitle(title: string): string {
	return title
		.replace(/\d{4,}/g, (digits) => formatNumber(Number(digits)))
		.replaceAll(' × ', '\u00a0×\u00a0')
		.replace(/^[\d\u00a0]+ \S+/, (start) => (start.length <= oneLine ? start.replace(' ', '\u00a0') : start))
}
