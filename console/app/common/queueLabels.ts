import type { OrderProblem, OrderTrouble, QueueItem, QueueKind } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { partnerName } from '~/api/names.ts'
import { m } from '~/paraglide/messages.js'

const kinds: Record<QueueKind, () => string> = {
	unknown: m['queue_kind.unknown'],
	standoff: m['queue_kind.standoff'],
	by_hand: m['queue_kind.by_hand'],
	refund: m['queue_kind.refund'],
	refund_late: m['queue_kind.refund_late'],
	grant: m['queue_kind.grant'],
	chargeback: m['queue_kind.chargeback'],
	outside_refund: m['queue_kind.outside_refund'],
	refund_too_large: m['queue_kind.refund_too_large'],
	balance_frozen: m['queue_kind.balance_frozen'],
	unmatched: m['queue_kind.unmatched'],
	unconfirmed: m['queue_kind.unconfirmed'],
	failing_settle: m['queue_kind.failing_step'],
	failing_deliver: m['queue_kind.failing_step'],
	failing_hand_over: m['queue_kind.failing_step'],
	failing_refund: m['queue_kind.failing_step'],
	overdue: m['queue_kind.overdue'],
	details: m['queue_kind.wrong_details'],
	code: m['queue_kind.code'],
	paused: m['queue_kind.paused'],
	held: m['queue_kind.held'],
	cost: m['queue_kind.cost'],
	price: m['queue_kind.price'],
	review: m['queue_kind.review'],
	letter: m['queue_kind.letter'],
	difference: m['queue_kind.difference'],
	registry: m['queue_kind.registry'],
	method: m['queue_kind.method'],
	erasure: m['queue_kind.erasure'],
	stock_low: m['queue_kind.stock_low'],
	supplier_money: m['queue_kind.supplier_money'],
}
export const queueKindLabel = (kind: string) => messageByKey(kinds, kind)

const problems: Record<OrderProblem, () => string> = {
	unknown: m['queue_kind.unknown'],
	standoff: m['queue_kind.standoff'],
	by_hand: m['queue_kind.by_hand'],
	outside_refund: m['queue_kind.outside_refund'],
	chargeback: m['queue_kind.chargeback'],
	refund_too_large: m['queue_kind.refund_too_large'],
	refund: m['queue_kind.refund'],
	wrong_details: m['queue_kind.wrong_details'],
	held: m['queue_kind.held'],
	failing_step: m['queue_kind.failing_step'],
	letter: m['queue_kind.letter'],
}
export const problemOptions = Object.entries(problems).map(([value, label]) => ({ value, label: label() }))

/** The kind of queue row that resolves a trouble of an order; a failing step is retried automatically. */
export function queueAddress({ source, kind, id }: Pick<OrderTrouble, 'source' | 'kind' | 'id'>): string | undefined {
	if (source === 'failing_step') return undefined
	if (source !== 'refund') return `/queue?task=${kind}:${id}`
	// Refunds only a person can complete have a separate kind; the others are late.
	return `/queue?task=${kind === 'manual' ? 'refund' : 'refund_late'}:${id}`
}

/** Where a refund goes, as a row names it. */
const destinations: Record<string, () => string> = { method: m['queue.to_method'], balance: m['queue.to_balance'] }

/** The subject of a row, shown next to its kind: goods, a provider. */
export function queueSubject({ kind, title }: Pick<QueueItem, 'kind' | 'title'>): string {
	const label = queueKindLabel(kind)
	return title
		.split(' · ')
		.filter((part) => part !== label && !label.startsWith(part))
		.map((part) => (part in destinations ? messageByKey(destinations, part) : partnerName(part)))
		.join(' · ')
}

/** The subtitle of a dialog: goods or a provider, the order and the sum. */
export function queueAbout(
	item: Pick<QueueItem, 'kind' | 'title' | 'reason' | 'orderId' | 'amount' | 'currency'>,
): string {
	const order = item.orderId && m['queue.order']({ id: item.orderId })
	const sum = item.amount && formatMoney(parseMoney(item.amount), item.currency, { exact: true })
	return [queueSubject(item), order, sum].filter(Boolean).join(' · ') || item.reason
}

/** The title of a row: the event, then its subject. */
export function queueTitle(item: Pick<QueueItem, 'kind' | 'title' | 'reason'>): string {
	const subject = queueSubject(item)
	// «Доставить некому» is enough here; the pane shows the automatic steps.
	if (item.kind === 'held' && subject) return subject
	const between = item.reason.includes(':') ? ' · ' : ': '
	return [item.reason, subject].filter(Boolean).join(between)
}
