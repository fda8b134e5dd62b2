import type { PriceFact } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { m } from '~/paraglide/messages.js'
import { stepsOf } from './steps.ts'

const width = 420
const height = 120

/** The price over time as steps, with what the goods cost below it. The list under it says the same in words. */
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
