import type { ConsoleOrder, ConsoleUnit } from '@larek/api/admin/types.gen.ts'

/** The state of a unit for operators: a unit placed with a silent supplier is unknown. */
export function unitState({ state, openAttempt }: Pick<ConsoleUnit, 'state' | 'openAttempt'>): string {
	return openAttempt?.state === 'unknown' && state !== 'delivered' ? 'unknown' : state
}

/** Units that have not ended: neither delivered nor given up. */
export const openUnits = ({ units }: Pick<ConsoleOrder, 'units'>) =>
	units.filter(({ state }) => state !== 'delivered' && state !== 'failed' && state !== 'refunded')

/** «1090 кристаллов, 2 из 2». */
export function unitName(order: ConsoleOrder, { lineId, n }: Pick<ConsoleUnit, 'lineId' | 'n'>): string {
	const line = order.receipt.lines.find(({ id }) => id === lineId)
	const title = line?.title ?? order.destination.goods
	return line && line.quantity > 1 ? `${title}, ${n} из ${line.quantity}` : title
}
