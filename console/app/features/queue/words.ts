import type { QueueItem } from '@larek/api/admin/types.gen.ts'
import { partnerName } from '../order/names.ts'
import { queueKindLabel } from './labels.ts'

/** What a row is about besides its kind, which stands beside it: goods, a provider. */
export function queueSubject({ kind, title }: Pick<QueueItem, 'kind' | 'title'>): string {
	const label = queueKindLabel(kind)
	return title
		.split(' · ')
		.filter((part) => part !== label && !label.startsWith(part))
		.map(partnerName)
		.join(' · ')
}

/** One line for a row: what happened, then to what. */
export function queueTitle(item: Pick<QueueItem, 'kind' | 'title' | 'reason'>): string {
	const subject = queueSubject(item)
	// «Доставить некому» says it; what happens by itself is read in the pane.
	if (item.kind === 'held' && subject) return subject
	const between = item.reason.includes(':') ? ' · ' : ': '
	return [item.reason, subject].filter(Boolean).join(between)
}
