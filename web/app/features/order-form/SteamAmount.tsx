import { formatMoney, writeMoney } from '@larek/shared/money.ts'
import { Field } from '~/components/Field.tsx'
import { quickAmountName } from '~/entities/order/draft.ts'
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

export function SteamAmount({ game, terms, limits, fields }: SteamAmountProps) {
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
				// Radio buttons: one tapped before the page is hydrated stays chosen, and is sent without scripts too.
				<fieldset className="grid grid-cols-3 gap-2 md:grid-cols-6">
					<legend className="sr-only">{m['order_form.amount_quick']()}</legend>
					{quickSums(game).map((quick) => (
						<label key={quick} className="choice">
							<input
								type="radio"
								name={quickAmountName}
								value={plainSum(quick)}
								checked={quick === sum}
								onChange={() => fields.fill({ steamAmount: plainSum(quick) })}
								className="sr-only"
							/>
							{formatMoney(quick)}
						</label>
					))}
				</fieldset>
			)}
		</div>
	)
}

/** 50000 → `500`. */
const plainSum = (sum: number) => writeMoney(sum).replace(/\.00$/, '')
