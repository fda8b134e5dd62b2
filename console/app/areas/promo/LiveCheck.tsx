import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { useDeferredValue } from 'react'
import { Money } from '~/kit/Money.tsx'
import { SumCard, SumCardRow } from '~/kit/SumCard.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { type CodeValues, codeSchema, draftOf } from './draft.ts'
import { usePromoCheck } from './queries.ts'

const rubles = (sum: string) => formatMoney(parseMoney(sum), 'RUB', { exact: true })

/** The receipt of an example order, the server's objections, and goods sold at a loss. */
export function LiveCheck({ values }: { values: CodeValues }) {
	const parsed = codeSchema.safeParse(useDeferredValue(values))
	const { data } = usePromoCheck(parsed.success ? draftOf(parsed.data) : undefined)
	if (!data) return null
	return (
		<section aria-label={m['promo.check_title']()} aria-live="polite" className="grid gap-2.5">
			{data.fields.map(({ name, detail }) => (
				<Note key={name} tone="bad">
					{detail}
				</Note>
			))}
			<SumCard title={m['promo.check_title']()}>
				<SumCardRow name={m['promo.check_order']({ total: rubles(data.total) })}>
					− <Money sum={data.discount} />
				</SumCardRow>
				<SumCardRow name={m['promo.check_due']()}>
					<Money sum={data.due} strong />
				</SumCardRow>
			</SumCard>
			{data.lossesTotal > 0 && (
				<Note tone="soon">
					<p>{m['promo.losses']({ total: data.lossesTotal })}</p>
					<ul className="mt-1 list-disc pl-4.5">
						{data.losses.map(({ title, price, cost }) => (
							<li key={title}>{m['promo.loss']({ title, price: rubles(price), cost: rubles(cost) })}</li>
						))}
					</ul>
				</Note>
			)}
		</section>
	)
}
