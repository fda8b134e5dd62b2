import type { PriceFact, PriceGoods, PricesDone } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import * as z from 'zod/mini'
import { supplierName } from '~/api/names.ts'
import { useMay } from '~/api/session.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { sumText } from '~/common/Sum.tsx'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Detail, Details } from '~/kit/Card.tsx'
import { Drawer } from '~/kit/Dialog.tsx'
import { field } from '~/kit/fields.tsx'
import { Money } from '~/kit/Money.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { m } from '~/paraglide/messages.js'
import { sharePercent } from './draft.ts'
import { PriceWarning } from './PriceWarning.tsx'
import { priceKeys, savePrice, usePriceHistory } from './queries.ts'
import { Steps } from './Steps.tsx'

/** The rows of the table, by their address. */
export const goodsOf = (params: URLSearchParams): PriceGoods => (params.get('goods') === 'gift' ? 'gift' : 'product')

/** The address parameter of the product whose history is open. */
export const historyParam = 'history'

/** The history of a price. */
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
	const may = useMay()
	const [back, setBack] = useState<string>()
	return (
		<Drawer open title={row?.title ?? m['prices.history']()} subtitle={row?.game} onClose={onClose}>
			<QueryBoundary query={history} skeleton={<SkeletonRows rows={4} />}>
				{({ row: { price, lowest, cost, margin, version }, changes }) => (
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
									<Money sum={cost.rubles} /> ({sumText(cost.amount, cost.currency)}, {supplierName(cost.supplier)})
								</Detail>
							)}
							{margin && <Detail name={m['prices.margin']()}>{sharePercent(margin.percent)}</Detail>}
						</Details>
						{changes.length > 0 && <Steps changes={changes} />}
						{changes.length === 0 && <p className="text-muted">{m['prices.no_history']()}</p>}
						<ol className="grid gap-2">
							{changes.map((change) => (
								<Fact
									key={change.id}
									change={change}
									onReturn={
										may('price.write') && change.oldPrice !== price ? () => setBack(change.oldPrice) : undefined
									}
								/>
							))}
						</ol>
						{back && <ReturnDialog {...{ goods, id, version }} price={back} onClose={() => setBack(undefined)} />}
					</div>
				)}
			</QueryBoundary>
		</Drawer>
	)
}

interface ReturnDialogProps {
	goods: PriceGoods
	id: number
	version: number
	price: string
	onClose: () => void
}

const sureSchema = z.object({ sure: z.boolean() })

/** Restores an earlier price, which adds an entry to the history. */
function ReturnDialog({ goods, id, version, price, onClose }: ReturnDialogProps) {
	const sum = sumText(price, 'RUB')
	return (
		<ActionDialog<z.infer<typeof sureSchema>, PricesDone>
			open
			onClose={onClose}
			title={m['prices.return_to']({ sum })}
			consequences={[m['catalog.price_means']()]}
			reasons={reasonsOf('mistake_found')}
			submit={m['prices.return_to']({ sum })}
			done={({ message }) => message}
			version={version}
			schema={sureSchema}
			defaults={{ sure: false }}
			run={({ reason, sure }, key, opened) =>
				savePrice({ goods, changes: [{ id, price, version: opened }], isSure: sure, reason }, key)
			}
			invalidate={[priceKeys.all]}
		>
			{(form) => (
				<PriceWarning body={{ goods, gameId: null, rows: [{ id, title: '', price }] }} sure={field(form, 'sure')} />
			)}
		</ActionDialog>
	)
}

function Fact({ change, onReturn }: { change: PriceFact; onReturn: (() => void) | undefined }) {
	return (
		<li className="grid grid-cols-[auto_1fr] gap-x-3">
			<span>
				<span className="text-muted">
					<Money sum={change.oldPrice} /> →
				</span>{' '}
				<Money sum={change.price} strong />
			</span>
			<span className="text-muted">
				{dayAndTime(new Date(change.at))}, {change.by}
				{change.wasPlanned && `, ${m['prices.was_planned']()}`}
				{change.reason.text && `: ${change.reason.text}`}
				{onReturn && (
					<span className="mt-1 block">
						<Button size="small" onClick={onReturn}>
							{m['prices.return_to']({ sum: sumText(change.oldPrice, 'RUB') })}
						</Button>
					</span>
				)}
			</span>
		</li>
	)
}
