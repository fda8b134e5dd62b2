import { formatMoney, type Minor } from '@larek/shared/money.ts'
import { useEffect } from 'react'
import { Field } from '~/components/Field.tsx'
import { quickAmountName } from '~/entities/order/draft.ts'
import { showPercent } from '~/lib/charge.ts'
import { m } from '~/paraglide/messages.js'
import type { Fields } from './fields.ts'
import type { OrderGame, SteamTerms } from './game.ts'
import { type Limits, parseSum, plainSum, quickSums, walletGets, walletNeeds } from './steam.ts'

interface SteamAmountProps {
	game: OrderGame
	terms: SteamTerms | null
	limits: Limits
	fields: Fields
}

/** What arrives and what it costs, each following the other. */
export function SteamAmount({ game, terms, limits, fields }: SteamAmountProps) {
	const { draft, fill } = fields
	const sum = parseSum(draft.steamAmount ?? '')
	const range = m['order_form.amount_limits']({ min: formatMoney(limits.min), max: formatMoney(limits.max) })
	const costOf = (wallet: Minor) => (terms ? walletNeeds(wallet, terms) : wallet)
	useLinkedWallet(fields, terms)
	const wallet = fields.field('steamWallet')
	const amount = fields.field('steamAmount')
	const digits = { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 } as const
	return (
		<div className="grid gap-4">
			<div className="grid gap-4 md:grid-cols-2">
				{terms && (
					<Field
						{...wallet}
						{...digits}
						label={m['order_form.wallet_field']()}
						hint={m['order_form.wallet_hint']()}
						onChange={(event) => {
							wallet.onChange(event)
							const typed = parseSum(event.target.value)
							fill({ steamAmount: typed === null ? '' : plainSum(costOf(typed)) })
						}}
					/>
				)}
				<Field
					{...amount}
					{...digits}
					label={
						terms ? m['order_form.amount_with']({ percent: showPercent(terms.commission) }) : m['order_form.amount']()
					}
					hint={terms ? range : m['order_form.wallet_unknown']()}
					onChange={(event) => {
						amount.onChange(event)
						const typed = parseSum(event.target.value)
						if (terms) fill({ steamWallet: typed === null ? '' : plainSum(walletGets(typed, terms)) })
					}}
				/>
			</div>
			{game.isActive && (
				// Radio buttons: one tapped before the page is hydrated stays chosen, and is sent without scripts too.
				<fieldset className="grid grid-cols-2 gap-2 min-[360px]:grid-cols-3 md:grid-cols-6">
					<legend className="sr-only">{m['order_form.amount_quick']()}</legend>
					{quickSums(game)
						.filter((quick) => costOf(quick) <= limits.max)
						.map((quick) => (
							<label key={quick} className="choice">
								<input
									type="radio"
									name={quickAmountName}
									value={plainSum(costOf(quick))}
									checked={costOf(quick) === sum}
									onChange={() => fill({ steamWallet: plainSum(quick), steamAmount: plainSum(costOf(quick)) })}
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

/** However the amount came, typed, tapped before hydration or repeated, the wallet follows it. */
function useLinkedWallet({ draft, fill }: Fields, terms: SteamTerms | null) {
	const { steamAmount = '', steamWallet = '' } = draft
	useEffect(() => {
		if (!terms) return
		const sum = parseSum(steamAmount)
		const typed = parseSum(steamWallet)
		if (sum === null) {
			if (!steamAmount && typed !== null) fill({ steamAmount: plainSum(walletNeeds(typed, terms)) })
		} else if (walletGets(sum, terms) !== typed) fill({ steamWallet: plainSum(walletGets(sum, terms)) })
	})
}
