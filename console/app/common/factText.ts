import type { QueueFact } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { partnerName } from '~/api/names.ts'
import { sumText } from './Sum.tsx'

/** A fact as people write it. */
export function factText(kind: QueueFact['kind'], value: string): string {
	if (kind === 'time') return dayAndTime(new Date(value))
	if (kind === 'party') return partnerName(value)
	if (kind !== 'money') return value
	const [sum = '', currency = 'RUB'] = value.split(' ')
	return sumText(sum, currency)
}
