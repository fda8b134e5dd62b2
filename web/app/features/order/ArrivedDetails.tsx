import { useZone } from '@larek/shared/now.ts'
import { dayAndTime, exactTime } from '@larek/shared/time.ts'
import { DetailRow } from '~/components/DetailRow.tsx'
import { arrivedAt } from '~/entities/order/orderLabels.ts'
import type { LineView, OrderView } from '~/entities/order/orderView.ts'
import { whereTo } from '~/entities/order/receiptTexts.ts'
import { m } from '~/paraglide/messages.js'

/** Where it went and when: what a buyer shows to the game's support, and what we go by ourselves. */
export function ArrivedDetails({ order, line }: { order: OrderView; line: LineView }) {
	const zone = useZone()
	const at = arrivedAt(order, line)
	const where = line.expects > 0 ? m['order_page.here']() : whereTo(order)
	return (
		<dl className="grid gap-x-6 gap-y-2 border-t border-line pt-3.5 text-sm sm:grid-cols-2">
			<DetailRow name={m['order_page.where']()}>{where}</DetailRow>
			{at && (
				<DetailRow name={m['order_page.when']()}>
					<time dateTime={at} title={exactTime(new Date(at), zone)}>
						{dayAndTime(new Date(at), zone)}
					</time>
				</DetailRow>
			)}
		</dl>
	)
}
