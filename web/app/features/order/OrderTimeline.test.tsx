import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { happened, sampleOrder, sampleQuote } from '~/entities/order/orderView.fixture.ts'
import { OrderTimeline } from './OrderTimeline.tsx'

test('the receipt of a gift says where its key works before the key has come', () => {
	render(<OrderTimeline order={sampleOrder({ kind: 'RokkyOrder', account: 'kot@example.ru', region: 'ru_cis' })} />)
	expect(screen.getByText('kot@example.ru · Активация: Россия и СНГ')).toBeInTheDocument()
})

test('the receipt of an order being paid has the sum of that payment, and what has come of it', () => {
	const status = 'waiting_for_payment' as const
	const timeline = happened('payment.started', 'payment.part')
	const { rerender } = render(
		<OrderTimeline order={sampleOrder({ status, timeline, quote: { ...sampleQuote, received: 30_000 } })} />,
	)
	const receipt = screen.getByRole('region', { name: /№.5/ })
	expect(receipt).toHaveTextContent(/К оплате1\s658,51\s₽Уже пришло300,00\s₽$/)
	rerender(<OrderTimeline order={sampleOrder({ status, timeline: happened('payment.started', 'payment.expired') })} />)
	expect(receipt).toHaveTextContent(/Сумма заказа1\s634,00\s₽Комиссия зависит от способа оплаты$/)
})

test('how long it takes is told by the goods, and of a transfer by the method', () => {
	const hint = (more: Parameters<typeof sampleOrder>[0]) => {
		const { container, unmount } = render(<OrderTimeline order={sampleOrder(more)} />)
		const text = container.querySelector('[aria-current=step]')?.textContent
		unmount()
		return text
	}
	const sending = { status: 'sending', timeline: happened('payment.received', 'delivery.sending') } as const
	expect(hint({ ...sending, kind: 'MooGoldOrder' })).toContain('Обычно от минуты до получаса')
	expect(hint({ ...sending, kind: 'PUBGOrder' })).toContain('Обычно меньше минуты')
	const paying = { status: 'waiting_for_payment', timeline: happened('payment.started') } as const
	expect(hint({ ...paying, quote: { ...sampleQuote, method: 'payin_p2p' } })).toContain('в течение 15 минут')
	expect(hint({ ...paying, quote: sampleQuote })).toContain('Обычно меньше минуты')
})

test('the receipt of a refunded order ends with what has gone back, in the currency of the payment', () => {
	const quote = { ...sampleQuote, amount: 1_138_700, fee: 0, currency: 'KZT', rate: '6.5' }
	const timeline = happened('payment.received', 'refund.done')
	const paid = { amount: 1_138_700, currency: 'KZT', refunded: 1_138_700 }
	render(<OrderTimeline order={sampleOrder({ status: 'failed', timeline, quote, paid })} />)
	const receipt = screen.getByRole('region', { name: /№.5/ })
	expect(receipt).toHaveTextContent(/Оплачено11\s387\s₸Возвращено−11\s387\s₸$/)
	expect(receipt).toHaveTextContent('деньги вернули')
})
