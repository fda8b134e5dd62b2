import type { QueueDetail, QueueKind } from '@larek/api/admin/types.gen.ts'
import { Link } from 'react-router'
import { factText } from '~/common/factText.ts'
import { Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { m } from '~/paraglide/messages.js'

/** The facts of a row: names and values, a seller's avatar, the steps of a lot. */
export function PaneFacts({ detail }: { detail: QueueDetail }) {
	const { facts, picture, item } = detail
	const price = item.kind === 'standoff' ? facts.find(({ label }) => label === lotPrice) : undefined
	const rest = facts.filter((fact) => fact !== price)
	return (
		<div className="grid gap-3.5 px-3.5 py-3">
			<div className="flex gap-3.5">
				{picture && (
					<img src={picture} alt={m['queue.avatar']()} className="size-21 flex-none rounded-control object-cover" />
				)}
				<div className="min-w-0 flex-1">
					<Details wide>
						{rest.map(({ label, value, kind }) => {
							const text = factText(kind, value)
							const address = addressOf(item.kind, label, value)
							return (
								<Detail key={label} name={label}>
									<Copy text={text} what={label.toLowerCase()}>
										<span className="font-medium break-words whitespace-normal">{text}</span>
									</Copy>
									{address && (
										<Link to={address} className="ml-1 text-xs text-sky hover:underline">
											{m['queue.to_fact']()}
										</Link>
									)}
								</Detail>
							)
						})}
					</Details>
				</div>
			</div>
			{price && <LotPrice value={price.value} />}
			{item.kind === 'standoff' && <LotSteps />}
		</div>
	)
}

/** Where what a row about a cost or a price is about is changed: its price, the offers of its supplier. */
function addressOf(kind: QueueKind, label: string, value: string): string | undefined {
	if (kind !== 'cost' && kind !== 'price') return undefined
	if (label === 'Товар') return `/prices?${new URLSearchParams({ q: value })}`
	return label === 'Поставщик' ? `/suppliers?${new URLSearchParams({ supplier: value })}` : undefined
}

/** The fact that has to be typed into the market exactly. */
const lotPrice = 'Цена лота'

function LotPrice({ value }: { value: string }) {
	const number = value.replace(/\s*G$/, '').replace('.', ',')
	return (
		<div className="rounded-card border border-line bg-shelf px-3.5 py-2.5">
			<p className="text-xs text-muted">{m['queue.lot_price']()}</p>
			<Copy text={number} what={m['queue.lot_price']()}>
				<strong className="text-xl">{number}</strong>
			</Copy>
		</div>
	)
}

const steps = [m['queue.lot_1'], m['queue.lot_2'], m['queue.lot_3'], m['queue.lot_4']]

function LotSteps() {
	return (
		<ol aria-label={m['queue.steps']()} className="grid gap-2">
			{steps.map((step, at) => (
				<li key={String(at)} className="flex items-center gap-2.5">
					<span className="grid size-5 flex-none place-items-center rounded-full bg-shelf text-2xs font-semibold text-muted">
						{at + 1}
					</span>
					{step()}
				</li>
			))}
		</ol>
	)
}
