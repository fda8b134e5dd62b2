import type { PromoRow } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Money } from '~/kit/Money.tsx'
import { m } from '~/paraglide/messages.js'
import { kindLabel, targetOf, termOf, usesOf } from './labels.ts'

/** The discount, audience and term of a code. */
export function PromoConditions({ promo }: { promo: PromoRow }) {
	return (
		<Card title={m['promo.conditions']()}>
			<Details wide>
				<Detail name={m['promo.percent']()}>{promo.percent} %</Detail>
				<Detail name={m['promo.goods']()}>{targetOf(promo)}</Detail>
				<Detail name={m['promo.kind']()}>{kindLabel(promo.kind)}</Detail>
				<Detail name={m['promo.from']()}>{exactTime(new Date(promo.validFrom))}</Detail>
				<Detail name={m['promo.term']()}>{termOf(promo.validUntil)}</Detail>
				<Detail name={m['promo.per_buyer']()}>{promo.perBuyerLimit}</Detail>
				{promo.firstOrderOnly && <Detail name={m['promo.first_only']()}>✓</Detail>}
			</Details>
		</Card>
	)
}

/** Discounts and payments of paid orders. */
export function PromoStats({ promo, reserved }: { promo: PromoRow; reserved: number }) {
	return (
		<Card title={m['promo.stats']()}>
			<Details wide>
				<Detail name={m['promo.uses']()}>
					<strong>{usesOf(promo)}</strong>
				</Detail>
				<Detail name={m['promo.discount']()}>
					<Money sum={promo.discount} strong />
				</Detail>
				<Detail name={m['promo.revenue']()}>
					<Money sum={promo.revenue} strong /> <span className="text-xs text-muted">{m['promo.revenue_hint']()}</span>
				</Detail>
				{promo.budget && (
					<Detail name={m['promo.budget']()}>
						<Money sum={promo.budgetHeld} /> / <Money sum={promo.budget} />
					</Detail>
				)}
				<Detail name={m['promo.reserved']()}>{reserved}</Detail>
			</Details>
		</Card>
	)
}
