import { Field } from '~/components/Field.tsx'
import { classes } from '~/lib/classes.ts'
import { formatMoney, writeMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import type { Fields } from './fields.ts'
import type { OrderGame, SteamTerms } from './game.ts'
import { type Limits, parseSum, quickSums, walletGets } from './steam.ts'

interface SteamAmountProps {
	game: OrderGame
	terms: SteamTerms | null
	limits: Limits
	fields: Fields
}

export default function SteamAmount({ game, terms, limits, fields }: SteamAmountProps) {
	const sum = parseSum(fields.draft.steamAmount ?? '')
	const inRange = sum !== null && sum >= limits.min && sum <= limits.max
	const range = m['order_form.amount_limits']({ min: formatMoney(limits.min), max: formatMoney(limits.max) })
	return (
		<div className="grid gap-4">
			<Field
				{...fields.field('steamAmount')}
				label={m['order_form.amount']()}
				hint={inRange && !terms ? m['order_form.wallet_unknown']() : range}
				good={inRange && terms ? m['order_form.wallet']({ sum: formatMoney(walletGets(sum, terms)) }) : undefined}
				inputMode="decimal"
				autoComplete="off"
				maxLength={12}
			/>
			{game.isActive && (
				<fieldset className="grid grid-cols-3 gap-2 md:grid-cols-6">
					<legend className="sr-only">{m['order_form.amount_quick']()}</legend>
					{quickSums(game).map((quick) => (
						<button
							key={quick}
							type="button"
							aria-pressed={quick === sum}
							onClick={() => fields.fill({ steamAmount: writeMoney(quick).replace(/\.00$/, '') })}
							className={classes(
								'min-h-11 rounded-control border bg-shelf px-2 font-semibold hover:border-edge',
								quick === sum ? 'border-lamp-text ring-1 ring-lamp-text' : 'border-line',
							)}
						>
							{formatMoney(quick)}
						</button>
					))}
				</fieldset>
			)}
		</div>
	)
}
