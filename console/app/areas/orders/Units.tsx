import type { ConsoleOrder, ConsoleUnit } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { supplierName } from '~/api/names.ts'
import { unitLabel, unitTone } from '~/common/orderLabels.ts'
import { Pill } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'
import { UnitSquare } from './UnitSquares.tsx'
import { unitState } from './unitState.ts'

const head = 'h-8 border-b border-hair px-2 text-left text-xs font-medium text-muted first:pl-3.5 last:pr-3.5'
const cell = 'h-8.5 border-b border-hair px-2 first:pl-3.5 last:pr-3.5 group-last:border-0'

/** The units of an order with supplier and state. */
export function Units({ order }: { order: ConsoleOrder }) {
	const { units } = order
	if (units.length === 0) return null
	const delivered = units.filter(({ state }) => state === 'delivered').length
	const title = m['order.units']({ delivered, count: units.length })
	return (
		<section className="card overflow-hidden" aria-label={title}>
			<table className="w-full border-separate border-spacing-0 max-md:hidden">
				<thead>
					<tr>
						<th className={classes(head, 'w-full text-sm font-semibold whitespace-nowrap text-fore')}>{title}</th>
						<th className={head}>{m['order.supplier']()}</th>
						<th className={head}>{m['order.supplier_ref']()}</th>
						<th className={classes(head, 'text-right')}>{m['order.attempts']()}</th>
						<th className={head}>{m['order.state']()}</th>
					</tr>
				</thead>
				<tbody>
					{units.map((unit) => (
						<tr key={unit.id} className={classes('group', isOpen(unit) && '*:bg-faint-lamp')}>
							<td className={cell}>
								<UnitName order={order} unit={unit} />
							</td>
							<td className={classes(cell, 'whitespace-nowrap')}>
								{supplierName(unit.supplier ?? unit.openAttempt?.supplier ?? '')}
							</td>
							<td className={classes(cell, 'whitespace-nowrap', !unit.supplierRef && 'text-muted')}>
								{unit.supplierRef ?? m['order.no_ref']()}
							</td>
							<td className={classes(cell, 'text-right')}>{unit.attempts}</td>
							<td className={cell}>
								<Pill tone={unitTone(unitState(unit))}>{unitLabel(unitState(unit))}</Pill>
							</td>
						</tr>
					))}
				</tbody>
			</table>
			<ul className="divide-y divide-hair px-3.5 md:hidden">
				{units.map((unit) => (
					<li key={unit.id} className="flex min-h-11 items-center justify-between gap-2">
						<UnitName order={order} unit={unit} />
						<Pill tone={unitTone(unitState(unit))}>{unitLabel(unitState(unit))}</Pill>
					</li>
				))}
			</ul>
		</section>
	)
}

/** It waits for an operator. */
const isOpen = (unit: ConsoleUnit) => ['unknown', 'queued', 'wrong_details'].includes(unitState(unit))

function UnitName({ order, unit }: { order: ConsoleOrder; unit: ConsoleUnit }) {
	const line = order.receipt.lines.find(({ id }) => id === unit.lineId)
	return (
		<span className="flex items-center gap-2">
			<UnitSquare tone={unitTone(unitState(unit))} />
			<span>
				{line?.title ?? order.destination.goods}
				{line && line.quantity > 1 && (
					<span className="text-muted"> {m['order.unit_of']({ n: unit.n, count: line.quantity })}</span>
				)}
			</span>
		</span>
	)
}
