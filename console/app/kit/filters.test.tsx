import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { FilterBar } from './FilterBar.tsx'
import { type Filters, filterLabel, useFilters } from './filters.ts'
import { sameQuery, viewQuery } from './viewQuery.ts'

const filters: Filters = {
	status: {
		label: 'Статус',
		kind: 'options',
		many: true,
		options: [
			{ value: 'paid', label: 'оплачен' },
			{ value: 'done', label: 'выполнен' },
		],
	},
	sum: { label: 'Сумма', kind: 'sums' },
}

function Screen() {
	return <FilterBar filters={filters} state={useFilters(filters)} search="№ или почта" />
}

function open(address: string) {
	const router = createMemoryRouter([{ path: '/', element: <Screen /> }], { initialEntries: [address] })
	render(<RouterProvider router={router} />)
	return () => router.state.location.search
}

test('a set filter is a chip with its words, and its cross drops it with the cursor', async () => {
	const search = open('/?status=paid,done&sum_from=50&cursor=abc&view=7')
	expect(screen.getByText('оплачен, выполнен')).toBeInTheDocument()
	await userEvent.click(screen.getByRole('button', { name: 'Убрать «Статус»' }))
	expect(search()).toBe('?sum_from=50&view=7')
})

test('typed text goes to the address on Enter', async () => {
	const search = open('/?cursor=abc')
	await userEvent.type(screen.getByRole('searchbox'), ' 481907 {Enter}')
	expect(search()).toBe('?q=481907')
})

test('Сбросить drops filters and nothing else', async () => {
	const search = open('/?status=paid&q=x&tab=money')
	await userEvent.click(screen.getByRole('button', { name: 'Сбросить' }))
	expect(search()).toBe('?tab=money')
})

test('ranges are told from both ends', () => {
	const words = (values: Record<string, string>) => filterLabel('sum', filters.sum as Filters[string], values)
	expect(words({ sum_from: '50.5' })).toBe('от 50,5')
	expect(words({ sum_to: '100' })).toBe('до 100')
	expect(words({ sum_from: '50', sum_to: '100' })).toBe('50 — 100')
})

test('a view is the filters without the place in the list', () => {
	expect(viewQuery('?status=paid&cursor=abc&game=3')).toBe('game=3&status=paid')
	expect(sameQuery('game=3&status=paid', '?status=paid&game=3&cursor=x')).toBe(true)
	expect(sameQuery('status=paid', '?status=done')).toBe(false)
})
