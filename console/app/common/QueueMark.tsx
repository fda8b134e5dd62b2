import type { QueueItem } from '@larek/api/admin/types.gen.ts'
import { GameMark } from './GameMark.tsx'

/** Goods in their colours, money in grey. */
export function QueueMark({ item, large }: { item: Pick<QueueItem, 'kind' | 'title'>; large?: boolean }) {
	const goods = {
		unknown: 'supply_channel',
		by_hand: 'pubg',
		standoff: 'standoff',
		paused: 'supply_channel',
		held: 'supply_channel',
		details: 'supply_channel',
		code: 'pubg',
		stock_low: 'pubg',
	}
	const kind = item.kind in goods ? goods[item.kind as keyof typeof goods] : undefined
	return <GameMark kind={kind} name={item.title} large={large} />
}
