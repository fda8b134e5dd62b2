import { fireEvent, render, screen, within } from '@testing-library/react'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { SearchBox } from './SearchBox.tsx'

const found = {
	query: 'pubg',
	games: [{ id: 1, title: 'PUBG Mobile', logo: null }],
	gifts: [{ id: 7, title: 'PUBG: Battlegrounds', logo: null }],
}

const Home = () => <SearchBox />
const Game = () => <p>Страница игры</p>

function show(answer: Promise<unknown> = Promise.resolve(found)) {
	const Stub = createRoutesStub([
		{ path: '/ru', Component: Home },
		{ path: '/ru/search', loader: () => answer, Component: Game },
		{ path: '/ru/games/:id', Component: Game },
	])
	render(<Stub initialEntries={['/ru']} />)
	return screen.getByRole('combobox')
}

test('suggestions come while one types: at once a sheet that looks, then what was found', async () => {
	const { promise, resolve } = Promise.withResolvers<unknown>()
	const field = show(promise)
	fireEvent.input(field, { target: { value: 'pubg' } })
	const sheet = await screen.findByRole('listbox')
	expect(sheet).toHaveTextContent('Ищем…')
	resolve(found)
	expect(await within(sheet).findByRole('option', { name: 'PUBG Mobile' })).toHaveAttribute('href', '/ru/games/1')
	expect(within(sheet).getByRole('option', { name: 'PUBG: Battlegrounds' })).toHaveAttribute(
		'href',
		'/ru/gifts/detalis/7',
	)
	fireEvent.keyDown(field, { key: 'Escape' })
	expect(screen.queryByRole('listbox')).toBeNull()
})

test('the arrow keys and Enter go to a suggestion', async () => {
	const field = show()
	fireEvent.input(field, { target: { value: 'pubg' } })
	await screen.findByRole('option', { name: 'PUBG Mobile' })
	fireEvent.keyDown(field, { key: 'ArrowDown' })
	expect(screen.getByRole('option', { name: 'PUBG Mobile' })).toHaveAttribute('aria-selected', 'true')
	fireEvent.keyDown(field, { key: 'Enter' })
	expect(await screen.findByText('Страница игры')).toBeInTheDocument()
})
