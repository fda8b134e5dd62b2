import { classes } from '@larek/shared/classes.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'

/** A sum as the server writes it, `"1299.50"`, to the kopeck: operators compare sums with papers of others. */
export function Money({ sum, currency = 'RUB', strong }: { sum: string; currency?: string; strong?: boolean }) {
	return (
		<span className={classes('whitespace-nowrap', strong && 'font-semibold')}>
			{formatMoney(parseMoney(sum), currency, { exact: true })}
		</span>
	)
}
