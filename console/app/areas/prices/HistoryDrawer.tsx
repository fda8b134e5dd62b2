import type { PriceFact, PriceGoods } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { useSearchParams } from 'react-router'
import { Detail, Details } from '~/kit/Card.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { Money } from '~/kit/Money.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { sharePercent } from './draft.ts'
import { usePriceHistory } from './queries.ts'
import { Steps } from './Steps.tsx'

/** What the table shows, by its address. */
export const goodsOf = (params: URLSearchParams): PriceGoods => (params.get('goods') === 'gift' ? 'gift' : 'product')

/** The address parameter of the product whose history is open. */
export const historyParam = 'history'

/** What a price was, when, by whom and why. */
export function HistoryDrawer() {
	const [params, setParams] = useSearchParams()
	const id = Number(params.get(historyParam))
	if (!id) return null
	const close = () =>
		setParams(
			(now) => {
				const next = new URLSearchParams(now)
				next.delete(historyParam)
				return next
			},
			{ replace: true, preventScrollReset: true },
		)
	return <Open goods={goodsOf(params)} id={id} onClose={close} />
}

function Open({ goods, id, onClose }: { goods: PriceGoods; id: number; onClose: () => void }) {
	const history = usePriceHistory(goods, id)
	const row = history.data?.row
	return (
		<Drawer open title={row?.title ?? m['prices.history']()} subtitle={row?.game} onClose={onClose}>
			<QueryBoundary query={history} skeleton={<SkeletonRows rows={4} />}>
				{({ row: { price, lowest, cost, margin }, changes }) => (
					<div className="grid gap-4">
						<Details wide>
							<Detail name={m['prices.price']()}>
								<Money sum={price} strong />
							</Detail>
							<Detail name={m['prices.lowest']()}>
								<Money sum={lowest} />
							</Detail>
							{cost && (
								<Detail name={m['prices.cost']()}>
									<Money sum={cost.rubles} /> ({cost.amount} {cost.currency}, {cost.supplier})
								</Detail>
							)}
							{margin && <Detail name={m['prices.margin']()}>{sharePercent(margin.percent)}</Detail>}
						</Details>
						{changes.length > 0 && <Steps changes={changes} />}
						{changes.length === 0 && <p className="text-muted">{m['prices.no_history']()}</p>}
						<ol className="grid gap-2">
							{changes.map((change) => (
								<Fact key={change.id} change={change} />
							))}
						</ol>
					</div>
				)}
			</QueryBoundary>
		</Drawer>
	)
}

function Fact({ change }: { change: PriceFact }) {
	return (
		<li className="grid grid-cols-[auto_1fr] gap-x-3">
			<Money sum={change.price} strong />
			<span className="text-muted">
				{dayAndTime(new Date(change.at))}, {change.by}
				{change.wasPlanned && `, ${m['prices.was_planned']()}`}
				{change.reason.text && `: ${change.reason.text}`}
			</span>
		</li>
	)
}
