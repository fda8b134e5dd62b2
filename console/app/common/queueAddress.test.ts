import { expect, test } from 'vitest'
import { queueAddress } from './queueLabels.ts'

test.each([
	['task', 'unknown', '/queue?task=unknown:7'],
	['payment_task', 'chargeback', '/queue?task=chargeback:7'],
	['refund', 'manual', '/queue?task=refund:7'],
	['refund', 'refused', '/queue?task=refund_late:7'],
	['failing_step', 'deliver', undefined],
] as const)('a %s of kind %s is at %s', (source, kind, address) => {
	expect(queueAddress({ source, kind, id: 7 })).toBe(address)
})
