import { messageByKey } from '@web/lib/messageByKey.ts'
import { m } from '~/paraglide/messages.js'

const kinds: Record<string, () => string> = {
	unknown: m['queue_kind.unknown'],
	standoff: m['queue_kind.standoff'],
	by_hand: m['queue_kind.by_hand'],
	refund: m['queue_kind.refund'],
	outside_refund: m['queue_kind.outside_refund'],
	chargeback: m['queue_kind.chargeback'],
	money: m['queue_kind.money'],
	step: m['queue_kind.step'],
	cost: m['queue_kind.cost'],
	review: m['queue_kind.review'],
	letter: m['queue_kind.letter'],
}

export const queueKindLabel = (kind: string) => messageByKey(kinds, kind)
