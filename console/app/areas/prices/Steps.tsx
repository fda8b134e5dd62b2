import type { PriceFact } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { m } from '~/paraglide/messages.js'

const width = 420
const height = 120

/** A step chart of the price and, below it, the cost. The list under the chart has the same data as text. */
export function Steps({ changes }: { changes: PriceFact[] }) {
	const { price, cost, top } = stepsOf(changes, Date.now(), { width, height })
	return (
		<svg viewBox={`0 0 ${width} ${height + 16}`} role="img" aria-label={m['prices.chart']()} className="w-full">
			{cost && <path d={cost} fill="none" stroke="var(--color-muted)" strokeWidth={1.5} strokeDasharray="3 3" />}
			<path d={price} fill="none" stroke="var(--color-sky)" strokeWidth={2} />
			<text x={0} y={height + 13} className="fill-muted text-[11px]">
				{m['prices.chart_top']({ sum: formatMoney(parseMoney(top)) })}
			</text>
		</svg>
	)
}

export interface Size {
	width: number
	height: number
}

/** Lines of steps: what buyers paid, and the cost where it was known. The newest change comes first, as in the answer. */
export function stepsOf(changes: PriceFact[], now: number, { width, height }: Size) {
	const facts = [...changes].reverse()
	const from = Date.parse(facts[0]?.at ?? '')
	const start = from - (now - from) * 0.1 - 1
	const top = Math.max(...facts.flatMap(({ price, oldPrice }) => [parseMoney(price), parseMoney(oldPrice)]), 1)
	const x = (time: number) => ((time - start) / (now - start)) * width
	const y = (minor: number) => height - (minor / top) * (height - 8)
	const round = (n: number) => Math.round(n * 10) / 10
	const path = (points: [at: number, minor: number][], first: number) =>
		`${points.reduce((line, [at, minor]) => `${line}H${round(x(at))}V${round(y(minor))}`, `M0 ${round(y(first))}`)}H${width}`
	const known = facts.flatMap(({ at, cost }): [number, number][] => (cost ? [[Date.parse(at), parseMoney(cost)]] : []))
	const prices = facts.map(({ at, price }): [number, number] => [Date.parse(at), parseMoney(price)])
	return {
		price: path(prices, parseMoney(facts[0]?.oldPrice ?? '0')),
		cost: known.length > 0 ? path(known, known[0]?.[1] ?? 0) : undefined,
		top: (top / 100).toFixed(2),
	}
}
