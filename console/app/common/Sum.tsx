import { classes } from '@larek/shared/classes.ts'
import { currencySign, formatMoney, parseMoney } from '@larek/shared/money.ts'

const two = /^-?\d+\.\d{2}$/

/** A sum in words: rubles to the kopeck, suppliers' money with the four decimals they count in. */
export const sumText = (sum: string, currency: string): string =>
	two.test(sum)
		? formatMoney(parseMoney(sum), currency, { exact: true })
		: `${sum.replace('-', '−').replace('.', ',')} ${currencySign(currency)}`

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
