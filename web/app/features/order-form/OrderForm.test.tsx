import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, useParams } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { notices } from '~/components/toast/toasts.ts'
import { clearCarts, putAside } from '~/entities/cart/cartStore.ts'
import { rememberOrder } from '~/entities/order/localOrders.ts'
import type { OrderGame } from './game.ts'
import { OrderForm } from './OrderForm.tsx'

const { createHere, askMine } = vi.hoisted(() => ({ createHere: vi.fn(), askMine: vi.fn() }))
vi.mock('./fetchLastOrder.ts', () => ({ askMine, askLast: vi.fn() }))
vi.mock('./createOrder.client.ts', () => ({ createHere, hideSlip: vi.fn(), refusalsOf: () => ({ refusals: {} }) }))

const game: OrderGame = {
	id: 5,
	title: 'Genshin Impact',
	detailTitle: 'Genshin Impact: кристаллы',
	detailDescription: '',
	logo: null,
	isActive: true,
	isAuthRequired: false,
	productPreviewName: 'кристаллы',
	idHint: 'В углу экрана',
	resourcetype: 'SupplyGame',
	isServerNeeded: true,
	servers: [{ id: 2, name: 'Europe' }],
	products: [pack(1, true), pack(2, false)],
}

function pack(id: number, isActive: boolean) {
	const price = { price: '85.00', discountPrice: null, discountPercent: 0 }
	return { id, title: `${id} кристалл`, picture: null, minQuantity: 1, maxQuantity: 10, gold: 0, isActive, ...price }
}

function PayPage() {
	return <p>Оплата {useParams().hash}</p>
}

function show(shown: OrderGame = game) {
	const settings = { steam: null, standoff: null }
	const routes = [
		{ path: '/', element: <OrderForm game={shown} settings={settings} /> },
		{ path: '/ru/orders/:hash/pay', Component: PayPage },
	]
	render(<RouterProvider router={createMemoryRouter(routes)} />)
}

// Both the bar of a phone and the side of a desktop have the button; style sheets show one of them.
const button = () => screen.getAllByRole('button').find((one) => one.getAttribute('type') === 'submit') as HTMLElement

beforeEach(() => {
	sessionStorage.clear()
	localStorage.clear()
	clearCarts()
})

test('the button says what is missing, leads there, and opens the sheet at the end', async () => {
	const user = userEvent.setup()
	show()
	expect(button()).toHaveTextContent('Выберите пак')
	await user.click(button())
	expect(screen.getByRole('button', { name: 'Прибавить: 1 кристалл' })).toHaveFocus()
	await user.keyboard('{Enter}')
	await user.click(button())
	expect(screen.getByLabelText('ID игрока')).toHaveFocus()
	await user.keyboard('712345678')
	await user.click(button())
	expect(screen.getByLabelText('Сервер')).toHaveFocus()
	await user.selectOptions(screen.getByLabelText('Сервер'), 'Europe')
	await user.type(screen.getByLabelText('Эл. почта'), 'kot@example')
	expect(button()).toHaveTextContent('Проверьте почту')
	expect(screen.getByLabelText('Эл. почта')).toBeInvalid()
	await user.type(screen.getByLabelText('Эл. почта'), '.ru')
	await user.click(button())
	createHere.mockRejectedValueOnce(new Error('away'))
	await user.click(await screen.findByRole('button', { name: 'Всё верно, к оплате', hidden: true }))
	await waitFor(() => expect(notices.get().showing?.type).toBe('error'))
	await user.click(button())
	createHere.mockResolvedValueOnce({ hash: 'H' })
	await user.click(await screen.findByRole('button', { name: 'Всё верно, к оплате', hidden: true }))
	expect(await screen.findByText('Оплата H')).toBeInTheDocument()
	expect(createHere.mock.lastCall?.[0]).toMatchObject({
		amounts: { 1: 1, 2: 0 },
		draft: { supplyUserId: '712345678', server: '2', email: 'kot@example.ru' },
		withEmail: true,
	})
	expect(localStorage.getItem('larek.cart')).toBe('{}')
})

test('amounts and texts come back; an inactive product gets none', () => {
	putAside(game.id, 1, 2)
	putAside(game.id, 2, 3)
	sessionStorage.setItem('larek.draft.5', '{"supplyUserId":"7"}')
	show()
	expect(screen.getByLabelText('1 кристалл')).toHaveValue(2)
	expect(screen.queryByLabelText('2 кристалл')).not.toBeInTheDocument()
	expect(screen.getByLabelText('ID игрока')).toHaveValue('7')
	expect(button()).toHaveTextContent('Выберите сервер')
})

test('a game with sign-in says so instead of asking for an e-mail', () => {
	putAside(game.id, 1, 1)
	show({ ...game, isAuthRequired: true, resourcetype: 'Game', isServerNeeded: false })
	expect(screen.queryByLabelText('Эл. почта')).not.toBeInTheDocument()
	expect(button()).toHaveTextContent('Войти и заказать')
})

test('yesterday’s order is offered, fills the form, and is not offered again', async () => {
	const user = userEvent.setup()
	rememberOrder({ id: 1, hash: '0'.repeat(26), title: game.title, at: Date.now() - 1000, gameId: game.id })
	const again = {
		gameId: 5,
		amounts: { 1: 3, 9: 1 },
		draft: { supplyUserId: '71', server: '2', email: 'kot@example.ru' },
	}
	const recent = { at: new Date().toISOString(), lines: ['1 кристалл × 3'], account: 'ID 71', total: 25_500, again }
	askMine.mockResolvedValueOnce({ fields: {}, recent })
	show()
	await user.click(await screen.findByRole('button', { name: 'Повторить' }))
	expect(askMine).toHaveBeenCalledWith(5)
	expect(screen.getByLabelText('1 кристалл')).toHaveValue(3)
	expect(screen.getByLabelText('ID игрока')).toHaveValue('71')
	expect(button()).toHaveTextContent('Проверить и оплатить')
	expect(screen.queryByRole('complementary', { name: 'Прошлый заказ' })).not.toBeInTheDocument()
})
