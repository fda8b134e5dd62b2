import type { ConsoleOrder } from '@larek/api/admin/types.gen.ts'
import { exactTime } from '@larek/shared/time.ts'
import { GameMark } from '~/common/GameMark.tsx'
import { Card, Detail, Details } from '~/kit/Card.tsx'
import { Copy } from '~/kit/Copy.tsx'
import { Pill } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

/** The goods and the player's account. */
export function Destination({ order }: { order: ConsoleOrder }) {
	const { goods, player, playerName, server, region, lot, avatar, correctedAt } = order.destination
	const rows = [
		[m['order.player'](), player],
		[m['order.server'](), server],
		[m['order.name'](), playerName],
		[m['order.region'](), region],
		[m['order.lot'](), lot],
	] as const
	return (
		<Card title={m['order.destination']()} aside={playerName && <Pill tone="good">{m['order.player_found']()}</Pill>}>
			<div className="flex gap-3">
				<div className="min-w-0 flex-1">
					<Details>
						<Detail name={m['order.game']()}>
							<span className="flex items-center gap-1.5">
								<GameMark kind={order.kind} name={goods} />
								{goods}
							</span>
						</Detail>
						{rows.map(
							([name, value]) =>
								value && (
									<Detail key={name} name={name}>
										<Copy text={value} what={name}>
											<span className="font-medium">{value}</span>
										</Copy>
									</Detail>
								),
						)}
						{correctedAt && <Detail name={m['order.corrected']()}>{exactTime(new Date(correctedAt))}</Detail>}
					</Details>
				</div>
				{avatar && <img src={avatar} alt={m['queue.avatar']()} className="size-16 rounded-control object-cover" />}
			</div>
		</Card>
	)
}
