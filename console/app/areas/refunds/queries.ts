import * as api from '@larek/api/admin/sdk.gen.ts'
import type { ListRefundsData, RefundSettleRequest } from '@larek/api/admin/types.gen.ts'
import { call, usePage, withKey } from '~/api/client.ts'
import type { Done, SpecValues } from '~/common/SpecDialog.tsx'
import { useLiveInterval } from '~/kit/live.ts'

export const refundKeys = { all: ['refunds'] as const }

export type RefundQuery = NonNullable<ListRefundsData['query']>

/** Refunds, and grants that wait to be sent, newest first. */
export const useRefunds = (query: RefundQuery) =>
	usePage([...refundKeys.all, query], api.listRefunds, { query }, { refetchInterval: useLiveInterval() })

type Step = (id: number, values: SpecValues, key: string) => Promise<Done>

const common = (id: number, key: string) => ({ path: { id }, headers: withKey(key) })
const reference = ({ reference: text }: SpecValues) => (text ? String(text) : null)

/** The body that settles a refund made by hand. */
export const settleBody = ({ reason, reference: text, paidFrom }: SpecValues): RefundSettleRequest => ({
	reason,
	reference: String(text),
	paidFrom: paidFrom as RefundSettleRequest['paidFrom'],
})

/** How each step of a refund is sent. */
export const steps: Record<string, Step> = {
	'refund.send': (id, { reason }, key) => call(api.sendGrant, { ...common(id, key), body: { reason } }),
	'refund.decline': (id, { reason }, key) => call(api.declineGrant, { ...common(id, key), body: { reason } }),
	'refund.retry': (id, values, key) =>
		call(api.retryRefund, { ...common(id, key), body: { reason: values.reason, reference: reference(values) } }),
	'refund.to_balance': (id, values, key) =>
		call(api.refundToBalance, { ...common(id, key), body: { reason: values.reason, reference: reference(values) } }),
	'refund.settle': (id, values, key) => call(api.settleRefund, { ...common(id, key), body: settleBody(values) }),
}
