import { classes } from '@larek/shared/classes.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'

/** Formats a sum with two decimals, and with a supplier's further digits unless they are zero: «741,51 ₽», «0,8325 $». */
export function sumText(sum: string, currency: string): string {
	const [, shown = sum, more = ''] = /^(-?\d+(?:\.\d{1,2})?)(\d*)$/.exec(sum) ?? []
	const tail = more.replace(/0+$/, '')
	const text = formatMoney(parseMoney(shown), currency, { exact: true })
	// The first two decimals of -0.005 are zero, which formatMoney writes without a sign.
	const sign = sum.startsWith('-') && !text.startsWith('−') && tail ? '−' : ''
	return sign + (tail ? text.replace(/,(\d\d)/, `,$1${tail}`) : text)
}

/** A sum of the books. */
export function Sum({ sum, currency, strong }: { sum: string; currency: string; strong?: boolean }) {
	return (
		<span
			className={classes('whitespace-nowrap', strong && 'font-semibold', Number(sum) === 0 && !strong && 'text-muted')}
		>
			{sumText(sum, currency)}
		</span>
	)
}
