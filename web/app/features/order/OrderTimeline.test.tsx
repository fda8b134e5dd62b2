import { render, screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sampleOrder } from '~/entities/order/orderView.fixture.ts'
import { OrderTimeline } from './OrderTimeline.tsx'

test('the receipt of a gift says where its key works before the key has come', () => {
	render(<OrderTimeline order={sampleOrder({ kind: 'RokkyOrder', account: 'kot@example.ru', region: 'ru_cis' })} />)
	expect(screen.getByText('kot@example.ru · Активация: Россия и СНГ')).toBeInTheDocument()
})
