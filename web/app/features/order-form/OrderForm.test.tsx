import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { clearCarts, putAside } from '~/features/cart/store.ts'
import { notices } from '~/features/notice/notices.ts'
import type { OrderGame } from './game.ts'
import { OrderForm } from './OrderForm.tsx'

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

function show(shown: OrderGame = game) {
	const settings = { steam: null, standoff: null }
	const routes = [{ path: '/', element: <OrderForm game={shown} settings={settings} /> }]
	render(<RouterProvider router={createMemoryRouter(routes)} />)
}

// Both the bar of a phone and the side of a desktop have the button; style sheets show one of them.
const button = () => screen.getAllByRole('button').find((one) => one.getAttribute('type') === 'submit') as HTMLElement

beforeEach(() => {
	sessionStorage.clear()
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
	await user.click(await screen.findByRole('button', { name: 'Всё верно, к оплате', hidden: true }))
	expect(notices.get().showing?.type).toBe('success')
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
