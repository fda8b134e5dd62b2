import type { QueueResolveRequest, QueueWayName } from '@larek/api/admin/types.gen.ts'
import type { SpecValues } from '~/common/SpecDialog.tsx'

/** The decision as the request has it: empty fields are left out, numbers are numbers, codes are lines. */
export function resolveBody(way: QueueWayName, values: SpecValues): QueueResolveRequest {
	const text = (name: string) => (values[name] ? String(values[name]) : undefined)
	const number = (name: string) => (values[name] ? Number(values[name]) : undefined)
	const lines = text('codes')
		?.split('\n')
		.map((line) => line.trim())
		.filter(Boolean)
	return {
		way,
		reason: values.reason,
		proof: text('proof'),
		picture: text('picture'),
		cost: text('cost'),
		codes: lines,
		orderId: number('orderId'),
		reference: text('reference'),
		paidFrom: text('paidFrom') as QueueResolveRequest['paidFrom'],
		offerId: number('offerId'),
		text: text('text'),
		fee: text('fee'),
		// A bank takes an answer until the end of a day in Moscow.
		answerBy: values.answerBy ? `${values.answerBy}T23:59:59+03:00` : undefined,
		account: text('account'),
		serverId: number('serverId'),
		force: values.force === true,
	}
}
