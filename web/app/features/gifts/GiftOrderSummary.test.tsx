import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { homeMarket, MarketContext } from '~/lib/market.ts'
import { GiftOrderSummary } from './GiftOrderSummary.tsx'
import { type GiftFormResult, submitGiftOrder } from './submitGiftOrder.ts'

const gift = {
	...{ id: 7, title: 'Звёздный странник', type: 'game' as const, region: 'ru_cis' as const, logo: null },
	...{
		price: '1299.00',
		discountPrice: null,
		discountPercent: 0,
		lowestPrice: null,
		description: '',
		tags: [],
		isAvailable: true,
	},
}
const fees = [{ fee: '1.50', fixFee: '0.00', minAmount: '0.00', isSecondary: false, currency: 'RUB' }]

test('a gift is confirmed on a sheet that says where its key works', async () => {
	const order = vi.fn(
		async () => ({ email: 'kot@example.ru', detail: 'Подарок только что раскупили.' }) as GiftFormResult,
	)
	const action = async ({ request }: { request: Request }) => {
		const form = await request.formData()
		const call = () => Promise.reject(new Error('not reached'))
		return form.get('email') === 'kot' ? submitGiftOrder(call, form, { giftId: 7, isSignedIn: false }) : order()
	}
	const router = createMemoryRouter([{ path: '/', element: <GiftOrderSummary gift={gift} />, action }])
	render(
		<MarketContext value={{ ...homeMarket, fees }}>
			<RouterProvider router={router} />
		</MarketContext>,
	)
	const [buy] = screen.getAllByRole('button', { name: 'Купить подарок' }) as [HTMLElement]
	const email = screen.getByLabelText('Эл. почта')
	await userEvent.type(email, 'kot')
	await userEvent.click(buy)
	await waitFor(() => expect(email).toBeInvalid())
	expect(screen.queryByRole('dialog')).toBeNull()

	await userEvent.type(email, '@example.ru')
	await userEvent.click(buy)
	const sheet = await screen.findByRole('dialog', { name: 'Проверьте заказ' })
	expect(sheet).toHaveTextContent('Ключ активируется в России и странах СНГ.')
	expect(sheet).toHaveTextContent('Россия и СНГ')
	expect(sheet).toHaveTextContent('kot@example.ru')
	expect(sheet).toHaveTextContent(/1\s318,49\s₽/)
	expect(order).not.toHaveBeenCalled()

	await userEvent.click(screen.getByRole('button', { name: 'Всё верно, к оплате' }))
	expect(await screen.findByText('Подарок только что раскупили.')).toBeInTheDocument()
	expect(order).toHaveBeenCalledTimes(1)
	expect(screen.getByRole('dialog')).toBeInTheDocument()
	await userEvent.click(screen.getByRole('button', { name: 'Изменить' }))
	expect(screen.queryByRole('dialog')).toBeNull()
})

test('a gift that nobody delivers now is not offered', () => {
	const element = <GiftOrderSummary gift={{ ...gift, isAvailable: false }} />
	render(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
	for (const button of screen.getAllByRole('button')) {
		expect(button).toHaveTextContent('Временно нет')
		expect(button).toBeDisabled()
	}
	expect(screen.queryByLabelText('Эл. почта')).not.toBeInTheDocument()
	expect(screen.getByText(/сейчас не продаётся/)).toBeInTheDocument()
})
