import { classes } from '@larek/shared/classes.ts'
import { currencySign, formatMoney, parseMoney } from '@larek/shared/money.ts'

const two = /^-?\d+\.\d{2}$/

/** A sum of the books: rubles to the kopeck, suppliers' money with the four decimals they count in. */
export function Sum({ sum, currency, strong }: { sum: string; currency: string; strong?: boolean }) {
	const text = two.test(sum)
		? formatMoney(parseMoney(sum), currency, { exact: true })
		: `${sum.replace('-', '−').replace('.', ',')} ${currencySign(currency)}`
	return (
		<span
			className={classes('whitespace-nowrap', strong && 'font-semibold', Number(sum) === 0 && !strong && 'text-muted')}
		>
			{text}
		</span>
	)
}
