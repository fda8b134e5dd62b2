import { formatNumber } from '@larek/shared/money.ts'
import type { Amounts } from '~/entities/cart/cart.ts'
import { m } from '~/paraglide/messages.js'
import type { OrderProduct, StandoffTerms } from './game.ts'
import { lotPrice, totalGold } from './standoff.ts'

interface LotStepsProps {
	packs: OrderProduct[]
	amounts: Amounts
	terms: StandoffTerms | null
}

/** How gold gets to the buyer, step by step. The exact price is chosen with the order and shown on its page. */
export default function LotSteps({ packs, amounts, terms }: LotStepsProps) {
	const gold = totalGold(packs, amounts)
	const steps = [
		m['order_form.lot1'](),
		terms ? m['order_form.lot2']({ skin: terms.skinName }) : m['order_form.lot2_plain'](),
		terms && gold > 0
			? m['order_form.lot3']({ price: formatNumber(lotPrice(gold, terms)) })
			: m['order_form.lot3_plain'](),
		m['order_form.lot4'](),
	]
	return (
		<ol className="grid gap-x-5 gap-y-3 md:grid-cols-2">
			{steps.map((step, at) => (
				<li key={step} className="flex gap-3">
					<span aria-hidden="true" className="head shrink-0 text-lg text-lamp-text">
						{at + 1}
					</span>
					<span className="text-sm text-muted">{step}</span>
				</li>
			))}
		</ol>
	)
}
