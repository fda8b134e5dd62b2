import { toCamelCase } from '@larek/api/caseMapping.ts'
import type { GameDetail, Profile } from '@larek/api/store/types.gen.ts'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider, redirect, useParams } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { cartKey, clearCarts, setCartQuantity } from '~/entities/cart/cartStore.ts'
import { saveLocalOrder } from '~/entities/order/localOrders.ts'
import { clearUser, setUser } from '~/entities/session/user.ts'
import { homeMarket, MarketContext } from '~/lib/market.ts'
import examples from '../../../../api/examples/GameDetail.json'
import { orderGame } from './fetchGame.ts'
import type { OrderGame, Settings } from './game.ts'
import { OrderForm } from './OrderForm.tsx'
import { saveOrdered } from './orderedQuantities.ts'

/** The route's action and the resource with the last order. */
const action = vi.fn()
const lastOrder = vi.fn()
const account = vi.fn((search: string): unknown => ({ search, state: 'unknown', name: null }))

const [example] = (toCamelCase(examples) as GameDetail[]).filter(({ resourcetype }) => resourcetype === 'SupplyGame')

const game: OrderGame = {
	...orderGame(example as GameDetail),
	servers: [{ id: 2, name: 'Europe' }],
	products: [pack(1, true), pack(2, false)],
}

function pack(id: number, isActive: boolean) {
	const price = { price: '85.00', discountPrice: null, discountPercent: 0 }
	return {
		id,
		title: `${id} кристалл`,
		picture: null,
		minQuantity: 1,
		maxQuantity: 10,
		gold: 0,
		isActive,
		...price,
	}
}

function PayPage() {
	return <p>Оплата {useParams().hash}</p>
}

const fees = [{ fee: '1.50', fixFee: '0.00', minAmount: '0.00', isSecondary: false, currency: 'RUB' }]
const market = { ...homeMarket, fees }

function show(shown: OrderGame = game, terms: Partial<Settings> = {}) {
	const settings = { steam: null, standoff: null, ...terms }
	const routes = [
		{
			path: '/',
			element: <OrderForm game={shown} settings={settings} />,
			action: async ({ request }: { request: Request }) => action(await request.formData()),
		},
		{ path: '/ru/games/:id/last-order', loader: lastOrder },
		{
			path: '/ru/games/:id/account',
			loader: ({ request }: { request: Request }) => account(new URL(request.url).search),
		},
		{ path: '/ru/orders/:hash/pay', Component: PayPage },
	]
	render(
		<MarketContext value={market}>
			<RouterProvider router={createMemoryRouter(routes)} />
		</MarketContext>,
	)
}

const isOrderButton = (one: HTMLElement) => one.getAttribute('type') === 'submit' && one.getAttribute('name') === null

// Both the bar of a phone and the side of a desktop have the button; style sheets show one of them.
const button = () => screen.getAllByRole('button').find(isOrderButton) as HTMLElement

const profile: Profile = {
	...{ id: 1, email: 'kot@example.ru', pendingEmail: null, nickname: 'Кот', avatarImg: null, balance: '0.00' },
	...{ activePromoCode: null, socials: [] },
}

beforeEach(() => {
	vi.restoreAllMocks()
	clearUser()
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
	action.mockReturnValueOnce({ draft: {}, amounts: {}, errors: {}, detail: 'Магазин не ответил.' })
	await user.click(await screen.findByRole('button', { name: 'Всё верно, к оплате', hidden: true }))
	expect(await screen.findByText('Магазин не ответил.')).toBeInTheDocument()
	action.mockReturnValueOnce(redirect('/ru/orders/H/pay'))
	await user.click(await screen.findByRole('button', { name: 'Всё верно, к оплате', hidden: true }))
	expect(await screen.findByText('Оплата H')).toBeInTheDocument()
	expect(Object.fromEntries(action.mock.lastCall?.[0])).toMatchObject({
		'amount-1': '1',
		...{ supplyUserId: '712345678', server: '2', email: 'kot@example.ru' },
	})
})

test('amounts and texts come back; an inactive product gets none', () => {
	setCartQuantity(game.id, 1, 2)
	setCartQuantity(game.id, 2, 3)
	sessionStorage.setItem('larek.draft.5', '{"supplyUserId":"7"}')
	show()
	expect(screen.getByLabelText('1 кристалл')).toHaveValue(2)
	expect(screen.queryByLabelText('2 кристалл')).not.toBeInTheDocument()
	expect(screen.getByLabelText('ID игрока')).toHaveValue('7')
	expect(button()).toHaveTextContent('Выберите сервер')
})

test('a game that is not sold now folds its form and mutes its button', () => {
	setCartQuantity(game.id, 1, 1)
	sessionStorage.setItem('larek.draft.5', '{"supplyUserId":"712345678","server":"2"}')
	show({ ...game, isActive: false })
	expect(screen.getByText('Что бывает в продаже').closest('details')).not.toHaveAttribute('open')
	expect(screen.queryByRole('region', { name: 'Чек' })).not.toBeInTheDocument()
	expect(button()).toHaveTextContent('Продажи приостановлены')
	expect(button()).toHaveAttribute('aria-disabled', 'true')
	expect(button()).not.toHaveClass('lamp-button')
	expect(account).not.toHaveBeenCalled()
})

test('a game with sign-in says so instead of asking for an e-mail', () => {
	setCartQuantity(game.id, 1, 1)
	show({ ...game, isAuthRequired: true, resourcetype: 'Game', isServerNeeded: false })
	expect(screen.queryByLabelText('Эл. почта')).not.toBeInTheDocument()
	expect(button()).toHaveTextContent('Войти и заказать')
})

test('yesterday’s order is offered, fills the form, and is not offered again', async () => {
	const user = userEvent.setup()
	saveLocalOrder({ id: 1, hash: '0'.repeat(26), title: game.title, at: Date.now() - 1000, gameId: game.id })
	const again = {
		gameId: 5,
		amounts: { 1: 3, 9: 1 },
		draft: { supplyUserId: '71', server: '2', email: 'kot@example.ru' },
	}
	const recent = { at: new Date().toISOString(), lines: ['1 кристалл × 3'], account: 'ID 71', total: 25_500, again }
	lastOrder.mockResolvedValueOnce({ fields: {}, recent, players: [] })
	show()
	await user.click(await screen.findByRole('button', { name: 'Повторить' }))
	expect(new URL(lastOrder.mock.lastCall?.[0].request.url).pathname).toBe('/ru/games/5/last-order')
	expect(screen.getByLabelText('1 кристалл')).toHaveValue(3)
	expect(screen.getByLabelText('ID игрока')).toHaveValue('71')
	expect(button()).toHaveTextContent('Проверить и оплатить')
	expect(screen.queryByRole('complementary', { name: 'Прошлый заказ' })).not.toBeInTheDocument()
})

test('the form and the sheet show the total minus the discount of an entered promo code, and the fee before the pay page', async () => {
	const user = userEvent.setup()
	setCartQuantity(game.id, 1, 2)
	sessionStorage.setItem('larek.draft.5', '{"supplyUserId":"7","server":"2"}')
	sessionStorage.setItem('larek.draft', '{"email":"kot@example.ru"}')
	show()
	const receipt = screen.getByRole('region', { name: 'Чек' })
	expect(receipt).toHaveTextContent(/К оплате172,55\s₽/)
	action.mockReturnValueOnce({ draft: {}, amounts: {}, promo: { code: 'UC8', percent: 8, text: 'Скидка 8 %' } })
	await user.type(screen.getByLabelText('Промокод'), 'UC8')
	await user.click(screen.getByRole('button', { name: 'Применить' }))
	expect(Object.fromEntries(action.mock.lastCall?.[0])).toEqual({ intent: 'promo', promo: 'UC8' })
	await waitFor(() => expect(receipt).toHaveTextContent(/Промокод UC8−13,60\s₽/))
	expect(receipt).toHaveTextContent(/Комиссия 1,5\s%\s*2,35\s₽К оплате158,75\s₽/)
	await user.click(button())
	const sheet = await screen.findByRole('dialog', { hidden: true })
	expect(within(sheet).getByText(/^158,75\s₽$/)).toBeInTheDocument()
	expect(sheet).toHaveTextContent('ПромокодUC8')
	expect(sheet).toHaveTextContent(/С комиссией способа оплаты, 1,5\s%/)
	await user.click(within(sheet).getByRole('button', { name: 'Изменить', hidden: true }))
	// Another code is not the one that was asked about.
	await user.type(screen.getByLabelText('Промокод'), '9')
	expect(receipt).toHaveTextContent(/К оплате172,55\s₽/)
})

test('the total minus the discount of the account’s promo code is shown without asking', () => {
	vi.spyOn(document, 'cookie', 'get').mockReturnValue('access=x')
	setUser({
		...profile,
		activePromoCode: { code: 'NIGHT5', percent: 5, validUntil: null, resourcetype: 'PromoCode', game: null },
	})
	setCartQuantity(game.id, 1, 2)
	show()
	expect(screen.getByRole('region', { name: 'Чек' })).toHaveTextContent(/Промокод NIGHT5−8,50\s₽/)
	expect(screen.getByText('Промокод NIGHT5 со скидкой 5 % уже учтён.')).toBeInTheDocument()
})

test('a signed-in buyer is not asked for an e-mail', () => {
	vi.spyOn(document, 'cookie', 'get').mockReturnValue('access=x')
	setUser(profile)
	show()
	expect(screen.queryByLabelText('Эл. почта')).not.toBeInTheDocument()
})

test('what the server refused stands at its field, which gets the focus', async () => {
	const user = userEvent.setup()
	setCartQuantity(game.id, 1, 1)
	sessionStorage.setItem('larek.draft.5', '{"supplyUserId":"7","server":"2"}')
	sessionStorage.setItem('larek.draft', '{"email":"kot@example.ru"}')
	show()
	await user.click(button())
	const errors = { supplyUserId: 'Такого аккаунта нет.' }
	action.mockReturnValueOnce({ draft: {}, amounts: {}, errors, detail: 'Проверьте форму.' })
	await user.click(await screen.findByRole('button', { name: 'Всё верно, к оплате', hidden: true }))
	await waitFor(() => expect(screen.getByLabelText('ID игрока')).toHaveFocus())
	expect(screen.getByLabelText('ID игрока')).toHaveAccessibleDescription('Такого аккаунта нет.')
	await user.keyboard('1')
	expect(screen.getByLabelText('ID игрока')).toBeValid()
})

test('going back from the pay page finds the quantities as they were', async () => {
	saveOrdered(5, { 1: 3 })
	show()
	await waitFor(() => expect(screen.getByLabelText('1 кристалл')).toHaveValue(3))
})

test.each([
	['as they were, are forgotten', false, null],
	['changed, are a basket of their own', true, 4],
])('on the way forward quantities brought back, %s', async (_, isChanged, kept) => {
	saveOrdered(5, { 1: 3 })
	show()
	await waitFor(() => expect(screen.getByLabelText('1 кристалл')).toHaveValue(3))
	if (isChanged) await userEvent.setup().click(screen.getByRole('button', { name: 'Прибавить: 1 кристалл' }))
	cleanup()
	const saved = JSON.parse(localStorage.getItem(cartKey) ?? '{}')
	expect(saved[5]?.[1] ?? null).toBe(kept)
})

test('the player’s name is shown as the id is typed and first in the sheet; a wrong id opens no sheet', async () => {
	const user = userEvent.setup()
	setCartQuantity(game.id, 1, 1)
	sessionStorage.setItem('larek.draft', '{"email":"kot@example.ru"}')
	account.mockImplementation((search) =>
		search === '?account=712345678&server=2'
			? { search, state: 'found', name: 'Kot***' }
			: { search, state: 'not_found', name: null },
	)
	show()
	await user.selectOptions(screen.getByLabelText('Сервер'), 'Europe')
	await user.type(screen.getByLabelText('ID игрока'), '712345678')
	expect(await screen.findByText('Игрок: Kot***')).toBeInTheDocument()
	await user.click(button())
	const sheet = await screen.findByRole('dialog', { hidden: true })
	expect(sheet.querySelector('dl > div')).toHaveTextContent('ИгрокKot***')
	await user.click(within(sheet).getByRole('button', { name: 'Изменить', hidden: true }))
	await user.type(screen.getByLabelText('ID игрока'), '9')
	expect(await screen.findByText(/Такой аккаунт не найден/)).toBeInTheDocument()
	expect(screen.queryByText('Игрок: Kot***')).not.toBeInTheDocument()
	expect(button()).toHaveTextContent('Проверьте ID')
	await user.click(button())
	expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument()
	expect(screen.getByLabelText('ID игрока')).toHaveFocus()
})

test('an account found wanting under the open sheet closes it', async () => {
	const user = userEvent.setup()
	setCartQuantity(game.id, 1, 1)
	sessionStorage.setItem('larek.draft', '{"email":"kot@example.ru"}')
	let answer: (known: unknown) => void = () => {}
	account.mockImplementation((search) =>
		new Promise((resolve) => {
			answer = resolve
		}).then((known) => ({ search, ...(known as object) })),
	)
	show({ ...game, isServerNeeded: false })
	await user.type(screen.getByLabelText('ID игрока'), '712345678')
	await waitFor(() => expect(account).toHaveBeenCalled())
	await user.click(button())
	await screen.findByRole('dialog', { hidden: true })
	answer({ state: 'not_found', name: null })
	await waitFor(() => expect(screen.getByLabelText('ID игрока')).toHaveFocus())
	expect(screen.queryByRole('dialog', { hidden: true })).not.toBeInTheDocument()
})

test('before gold is paid for, the sheet names the skin it takes and why the lot costs more', async () => {
	const user = userEvent.setup()
	setCartQuantity(game.id, 1, 2)
	sessionStorage.setItem('larek.draft.5', '{"gameAccountId":"7","historyOrderId":"3"}')
	sessionStorage.setItem('larek.draft', '{"email":"kot@example.ru"}')
	const products = [{ ...pack(1, true), gold: 500 }]
	const standoff = { skinName: 'AKR «Ночная смена»', skinPicture: null, marketFee: '0.20' }
	show({ ...game, resourcetype: 'StandoffGame', isServerNeeded: false, products }, { standoff })
	await user.click(button())
	const sheet = await screen.findByRole('dialog', { hidden: true })
	expect(sheet).toHaveTextContent(/скин AKR «Ночная смена».+удержит 20\s%.+около 1\s250 голды, а не 1\s000/)
})

test('what arrives in a Steam wallet and what it costs follow each other', async () => {
	const user = userEvent.setup()
	const steam = {
		...game,
		resourcetype: 'Steam',
		products: [{ ...pack(1, true), price: '500.00' }],
	} as OrderGame
	show(steam, { steam: { commission: '9', minAmount: '100.00', maxAmount: '15000.00' } })
	const arrives = screen.getByLabelText('Придёт на кошелёк, ₽')
	const costs = screen.getByLabelText(/Цена с комиссией Steam 9\s%, ₽/)
	await user.type(arrives, '500')
	expect(costs).toHaveValue('549,46')
	expect(screen.getByRole('radio', { name: /500/ })).toBeChecked()
	await user.clear(costs)
	await user.type(costs, '1000')
	expect(arrives).toHaveValue('910')
	const receipt = screen.getByRole('region', { name: 'Чек' })
	expect(receipt).toHaveTextContent(/1\s000,00\s₽/)
	expect(receipt).toHaveTextContent(/На кошелёк придёт 910,00\s₽/)
	await user.clear(arrives)
	expect(costs).toHaveValue('')
})
