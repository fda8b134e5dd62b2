import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sampleOrder } from '~/entities/order/orderView.fixture.ts'
import ChangeFields from './ChangeFields.tsx'

test('a Steam sum says what of it arrives, and names the commission', async () => {
	const order = sampleOrder({ kind: 'SteamOrder', total: 50_000, wallet: 45_500 })
	render(<ChangeFields order={order} choices={{ servers: [], gifts: [] }} errors={{}} />)
	const field = screen.getByLabelText('Цена с комиссией Steam 9 %, ₽')
	expect(field).toHaveValue('500')
	expect(screen.getByText(/На кошелёк придёт 455,00\s₽/)).toBeInTheDocument()
	await userEvent.clear(field)
	await userEvent.type(field, '1 000,50')
	expect(screen.getByText(/На кошелёк придёт 910,45\s₽/)).toBeInTheDocument()
})
