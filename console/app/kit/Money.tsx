import { classes } from '@larek/shared/classes.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'

/** A sum of the server, `"1299.50"`, always with kopecks, because operators compare sums with documents. */
export function Money({ sum, currency = 'RUB', strong }: { sum: string; currency?: string; strong?: boolean }) {
	return (
		<span className={classes('whitespace-nowrap', strong && 'font-semibold')}>
			{formatMoney(parseMoney(sum), currency, { exact: true })}
		</span>
	)
}
