import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { homeMarket, MarketContext } from '~/lib/market.ts'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'

function show(element: React.ReactNode) {
	const router = createMemoryRouter([{ path: '*', element }], { initialEntries: ['/ru/games/1'] })
	const market = {
		...homeMarket,
		methods: [
			{ name: 'СБП', icon: '/media/sbp.svg' },
			{ name: 'Другие', icon: null },
		],
		seller: 'ООО «Ларёк-демо», ИНН 9900000017',
	}
	render(
		<MarketContext value={market}>
			<RouterProvider router={router} />
		</MarketContext>,
	)
	return router
}

test('the footer says who sells, and draws the ways to pay that have a drawing', () => {
	show(<Footer />)
	expect(screen.getByRole('contentinfo')).toHaveTextContent('ООО «Ларёк-демо», ИНН 9900000017')
	const [sbp, other] = screen.getAllByRole('listitem')
	expect(sbp?.querySelector('img')).toHaveAttribute('src', '/media/sbp.svg')
	expect(other?.querySelector('img')).toBeNull()
	expect(other).toHaveTextContent('Другие')
})

test('what was searched for does not stay in the header of the next page', async () => {
	const router = show(<Header />)
	screen.getByRole<HTMLInputElement>('combobox').value = 'геншен'
	await router.navigate('/ru/games/2')
	await waitFor(() => expect(screen.getByRole('combobox')).toHaveValue(''))
})

test('an empty basket says so at once, and leads to the games from there', async () => {
	show(<Header />)
	await userEvent.click(screen.getByRole('link', { name: 'Корзина: 0 товаров' }))
	const basket = screen.getByRole('dialog', { name: 'Корзина' })
	expect(basket).toHaveTextContent('Здесь пусто.')
	expect(basket.querySelector('a')).toHaveAttribute('href', '/ru/games')
})
