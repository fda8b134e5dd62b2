// An order for tests.
import type { OrderView } from './orderView.ts'

const at = '2026-11-15T12:00:00Z'

export function sampleOrder(more: Partial<OrderView> = {}): OrderView {
	return {
		id: 5,
		hash: '7ZQ4C0M9T2V6X8R1B3D5F7G9HJ',
		kind: 'PUBGOrder',
		status: 'created',
		created: at,
		total: 163_400,
		toPay: 163_400,
		rejectReason: null,
		isPaymentActive: true,
		isOwner: true,
		belongsTo: 'guest',
		email: 'kot@example.ru',
		goods: { title: 'PUBG Mobile', to: '/ru/games/1' },
		account: '',
		player: null,
		region: null,
		lines: [
			{
				id: 61,
				title: '660 UC',
				quantity: 2,
				sum: 163_400,
				status: 'processing',
				codes: [],
				reports: [],
				expects: 2,
				min: 1,
				max: 10,
			},
		],
		timeline: happened('order.created'),
		expiresAt: '2026-11-16T12:00:00Z',
		detailsDeadline: null,
		isFeedbackAllowed: false,
		deliveryReceipt: null,
		refundTo: 'method',
		heldUntil: null,
		proofs: [],
		pictures: [],
		quote: null,
		paid: null,
		lot: null,
		wallet: null,
		avatar: null,
		again: null,
		...more,
	}
}

export function happened(...events: string[]): OrderView['timeline'] {
	return events.map((event) => ({ at, event, text: event, lineId: null }))
}

export const sampleQuote = {
	paymentId: 9,
	method: 'tbank_sbp',
	amount: 165_851,
	currency: 'RUB',
	rate: '1',
	fee: 2_451,
	expiresAt: '2026-11-15T12:15:00Z',
	received: 0,
}
