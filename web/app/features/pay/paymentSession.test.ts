import type { PaymentScenario } from '@larek/api/store/types.gen.ts'
import { beforeEach, expect, test } from 'vitest'
import { happened, sampleOrder, sampleQuote } from '~/entities/order/orderView.fixture.ts'
import { dropStarted, isOver, openQuote, readStarted, storeStarted, webAddress } from './paymentSession.ts'
import { qrPath } from './QrCode.tsx'

const now = Date.parse('2026-11-15T12:01:00Z')
const scenario: PaymentScenario = {
	type: 'invoice_qr',
	paymentId: 9,
	amount: '1658.51',
	currency: 'RUB',
	expiresAt: sampleQuote.expiresAt,
	qrStr: 'https://qr.example.test/AS1',
}
const waiting = sampleOrder({
	status: 'waiting_for_payment',
	quote: sampleQuote,
	timeline: happened('order.created', 'payment.started'),
})

beforeEach(() => sessionStorage.clear())

test('a started payment survives a reload while the server knows it', () => {
	storeStarted(waiting.hash, { method: 'tbank_sbp', scenario })
	expect(readStarted(waiting, now)).toEqual({ method: 'tbank_sbp', scenario })
	expect(readStarted({ ...waiting, quote: { ...sampleQuote, paymentId: 10 } }, now)).toBeNull()
	expect(readStarted(sampleOrder(), now)).toBeNull()
	dropStarted(waiting.hash)
	expect(readStarted(waiting, now)).toBeNull()
	sessionStorage.setItem(`larek.payment.${waiting.hash}`, '{')
	expect(readStarted(waiting, now)).toBeNull()
})

test('a quote is open until it is declined, expired or out of time', () => {
	expect(openQuote(waiting, now)).toBe(sampleQuote)
	expect(openQuote(waiting, Date.parse(sampleQuote.expiresAt))).toBeNull()
	for (const event of ['payment.declined', 'payment.expired']) {
		expect(openQuote({ ...waiting, timeline: [...waiting.timeline, ...happened(event)] }, now)).toBeNull()
	}
	expect(openQuote({ ...waiting, status: 'paid' }, now)).toBeNull()
})

test('what ends a payment comes after its start', () => {
	const before = happened('order.created', 'payment.started', 'payment.declined')
	const order = { ...waiting, timeline: [...before, ...happened('payment.started')] }
	expect(isOver(order, scenario)).toBe(false)
	expect(isOver({ ...order, timeline: [...order.timeline, ...happened('payment.declined')] }, scenario)).toBe(true)
	expect(isOver({ ...order, quote: { ...sampleQuote, paymentId: 10 } }, scenario)).toBe(true)
})

test('only web addresses are gone to', () => {
	expect(webAddress('https://pay.example.test/9')).toBe('https://pay.example.test/9')
	for (const bad of ['javascript:alert(1)', 'data:text/html,x', '', '/here']) expect(webAddress(bad)).toBeUndefined()
})

test('a QR code is drawn as bars inside its own square', () => {
	const { path, size } = qrPath('https://qr.example.test/AS1')
	expect((size - 17) % 4).toBe(0)
	// The upper edge of the corner every code has.
	expect(path.startsWith('M0 0h7v1H0z')).toBe(true)
	for (const [, x, y, width] of path.matchAll(/M(\d+) (\d+)h(\d+)/g)) {
		expect(Number(x) + Number(width)).toBeLessThanOrEqual(size)
		expect(Number(y)).toBeLessThan(size)
	}
})
