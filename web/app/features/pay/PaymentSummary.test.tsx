import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleOrder } from '~/entities/order/orderView.fixture.ts'
import { PaymentSummary } from './PaymentSummary.tsx'

test('the receipt of a gift says where its key works', () => {
	render(
		<PaymentSummary
			order={sampleOrder({ kind: 'RokkyOrder', account: 'kot@example.ru', region: 'ru_cis' })}
			promo={null}
		/>,
	)
	expect(screen.getByRole('region', { name: 'Чек' })).toHaveTextContent('kot@example.ru · Активация: Россия и СНГ')
})
