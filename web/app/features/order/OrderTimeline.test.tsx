import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { happened, sampleOrder, sampleQuote } from '~/entities/order/orderView.fixture.ts'
import { headlineOf } from './headline.ts'
import { OrderTimeline } from './OrderTimeline.tsx'

const now = Date.parse('2026-11-15T12:00:30Z')

test('the receipt of a gift says where its key works before the key has come', () => {
	render(
		<OrderTimeline
			order={sampleOrder({ kind: 'RokkyOrder', account: 'kot@example.ru', region: 'ru_cis' })}
			now={now}
		/>,
	)
	expect(screen.getByText('kot@example.ru · Активация: Россия и СНГ')).toBeInTheDocument()
})

test('the receipt of an order being paid has the sum of that payment, and what has come of it', () => {
	const status = 'waiting_for_payment' as const
	const timeline = happened('payment.started', 'payment.part')
	const { rerender } = render(
		<OrderTimeline order={sampleOrder({ status, timeline, quote: { ...sampleQuote, received: 30_000 } })} now={now} />,
	)
	const receipt = screen.getByRole('region', { name: /№.5/ })
	expect(receipt).toHaveTextContent(/К оплате1\s658,51\s₽Уже пришло300,00\s₽$/)
	rerender(
		<OrderTimeline
			order={sampleOrder({ status, timeline: happened('payment.started', 'payment.expired') })}
			now={now}
		/>,
	)
	expect(receipt).toHaveTextContent(/Сумма заказа1\s634,00\s₽Комиссия зависит от способа оплаты$/)
})

test('how long it takes depends on the goods, and for a payment on its method', () => {
	expect(hint({ ...sending, kind: 'MooGoldOrder' })).toContain('Обычно от минуты до получаса')
	expect(hint({ ...sending, kind: 'PUBGOrder' })).toContain('Обычно меньше минуты')
	expect(hint({ ...sending, kind: 'StandoffOrder' })).toContain('10–40 минут с появления лота')
	for (const method of ['payin_p2p', 'payin_external', 'payin_form']) {
		expect(hint({ ...paying, quote: { ...sampleQuote, method } })).toContain('Обычно до 15 минут')
	}
	expect(hint({ ...paying, quote: sampleQuote })).toContain('Обычно меньше минуты')
})

test('the receipt of a refunded order ends with what has gone back, in the currency of the payment', () => {
	const quote = { ...sampleQuote, amount: 1_138_700, fee: 0, currency: 'KZT', rate: '6.5' }
	const timeline = happened('payment.received', 'refund.done')
	const paid = { amount: 1_138_700, currency: 'KZT', refunded: 1_138_700 }
	render(<OrderTimeline order={sampleOrder({ status: 'failed', timeline, quote, paid })} now={now} />)
	const receipt = screen.getByRole('region', { name: /№.5/ })
	expect(receipt).toHaveTextContent(/Оплачено11\s387\s₸Возвращено−11\s387\s₸$/)
	expect(receipt).toHaveTextContent('деньги вернули')
})

test('once the usual time has passed, the buyer reads that it takes longer', () => {
	const late = 'Дольше обычного, уже проверяем'
	expect(hint({ ...sending, kind: 'PUBGOrder' }, now + 31_000)).toContain(late)
	expect(hint({ ...sending, kind: 'MooGoldOrder' }, now + 29 * minute)).not.toContain(late)
	expect(hint({ ...sending, kind: 'MooGoldOrder' }, now + 30 * minute)).toContain(late)
	expect(hint({ ...sending, kind: 'StandoffOrder' }, now + 600 * minute)).not.toContain(late)
	const transfer = { ...paying, quote: { ...sampleQuote, method: 'payin_p2p' } }
	expect(hint(transfer, now + 14 * minute)).not.toContain(late)
	expect(hint(transfer, now + 15 * minute)).toContain(late)
	expect(headlineOf(sampleOrder(transfer), now + 15 * minute).text).toContain(late)
})

const minute = 60_000
const sending = { status: 'sending', timeline: happened('payment.received', 'delivery.sending') } as const
const paying = { status: 'waiting_for_payment', timeline: happened('payment.started') } as const

/** The step that goes on. */
function hint(more: Parameters<typeof sampleOrder>[0], at = now) {
	const { container, unmount } = render(<OrderTimeline order={sampleOrder(more)} now={at} />)
	const text = container.querySelector('[aria-current=step]')?.textContent
	unmount()
	return text
}
