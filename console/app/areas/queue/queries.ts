import {
	getQueueItem,
	getShift,
	handOver as handOverShift,
	listQueue,
	releaseQueueItem,
	resolveQueueItem,
	runQueueBatch,
	setDuty as setDutyOf,
	takeNext as takeNextItem,
	takeQueueItem,
} from '@larek/api/admin/sdk.gen.ts'
import type {
	QueueBatchAction,
	QueueBatchReport,
	QueueItem,
	QueueKind,
	QueueResolveRequest,
} from '@larek/api/admin/types.gen.ts'
import { call, sender, usePage, useRead, withKey } from '~/api/client.ts'
import { slowInterval, useLiveInterval, useLiveReads } from '~/kit/live.ts'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'

export const queueKeys = { all: ['queue'] as const }

/** Names one row of the queue. */
export interface ItemRef {
	kind: QueueKind
	id: number
}
export const keyOf = ({ kind, id }: ItemRef) => `${kind}:${id}`

export function refOf(key: string): ItemRef {
	const [kind = '', id = ''] = key.split(':')
	return { kind: kind as QueueKind, id: Number(id) }
}

const pathOf = ({ kind, id }: ItemRef) => ({ kind, item: id })

export type Whose = 'all' | 'free' | 'mine'

/** The queue, read again with every change of an order or of the desk. */
export function useQueue({ whose, kind }: { whose: Whose; kind?: QueueKind }) {
	useLiveReads(queueKeys.all, () => true)
	const query = { kind, mine: whose === 'mine', free: whose === 'free', limit: 100 }
	return usePage(
		[...queueKeys.all, 'list', query],
		listQueue,
		{ query },
		{ refetchInterval: useLiveInterval() || slowInterval },
	)
}

export const useQueueItem = (ref: ItemRef) =>
	useRead([...queueKeys.all, 'one', ref.kind, ref.id], getQueueItem, { path: pathOf(ref) })

export const takeItem = (ref: ItemRef, key: string) => call(takeQueueItem, { path: pathOf(ref), headers: withKey(key) })
export const releaseItem = (ref: ItemRef, key: string) =>
	call(releaseQueueItem, { path: pathOf(ref), headers: withKey(key) })
export const takeNext = (kind: QueueKind | undefined, key: string) =>
	call(takeNextItem, { body: { kind }, headers: withKey(key) })
export const resolveItem = (ref: ItemRef, body: QueueResolveRequest, key: string) =>
	call(resolveQueueItem, { path: pathOf(ref), body, headers: withKey(key) })

/** One action on rows of one kind. */
export interface Batch {
	action: QueueBatchAction
	rows: QueueItem[]
	reason: ReasonValue | null
	text: string | null
}
export type DoneBatch = Batch & { report: QueueBatchReport }

export async function sendBatch(batch: Batch, key: string): Promise<DoneBatch> {
	const { rows, ...rest } = batch
	const body = { ...rest, kind: rows[0]?.kind as QueueKind, items: rows.map(({ id }) => id) }
	return { ...batch, report: await call(runQueueBatch, { body, headers: withKey(key) }) }
}

/** Who is on duty; read again with the queue, because it counts who holds its rows. */
export const useShift = () => useRead([...queueKeys.all, 'shift'], getShift, {}, { refetchInterval: slowInterval })

export const setDuty = sender(setDutyOf)

export const handOver = sender(handOverShift)
