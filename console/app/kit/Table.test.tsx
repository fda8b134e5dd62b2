import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { listenForHotkeys } from './hotkeys.ts'
import { Pager } from './Pager.tsx'
import { useSelection } from './selection.ts'
import { type Column, Table } from './Table.tsx'

interface Row {
	id: string
	goods: string
	hash: string
}
const rows: Row[] = [
	{ id: '3', goods: 'UC', hash: 'c' },
	{ id: '2', goods: 'Robux', hash: 'b' },
]
const columns: Column<Row>[] = [
	{ id: 'id', header: 'Заказ', phone: 'title', cell: (row) => row.id },
	{ id: 'goods', header: 'Товар', phone: 'line', cell: (row) => row.goods },
	{ id: 'hash', header: 'Хеш', optional: true, cell: (row) => row.hash },
]

function Screen({ chosen }: { chosen?: ReadonlySet<string> }) {
	const selection = useSelection()
	return (
		<>
			<output>{[...selection.keys].join(',')}</output>
			<Table
				label="Заказы"
				columns={columns}
				rows={rows}
				rowKey={(row) => row.id}
				rowName={(row) => `заказ ${row.id}`}
				to={(row) => `/orders/${row.id}`}
				selection={selection}
				chosen={chosen}
				footer={<Pager next="older" previous={null} />}
			/>
		</>
	)
}

function open(chosen?: ReadonlySet<string>) {
	const router = createMemoryRouter([{ path: '*', element: <Screen chosen={chosen} /> }], {
		initialEntries: ['/orders?status=paid'],
	})
	render(<RouterProvider router={router} />)
	return router
}

beforeEach(() => {
	onPhone(false)
	return listenForHotkeys()
})

const onPhone = (matches: boolean) =>
	vi.stubGlobal('matchMedia', () => ({ matches, addEventListener() {}, removeEventListener() {} }))

test('optional columns show when they are chosen', () => {
	open()
	expect(screen.queryByRole('columnheader', { name: 'Хеш' })).not.toBeInTheDocument()
})

test('chosen columns are the ones shown', () => {
	open(new Set(['id', 'hash']))
	expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual(['', 'Заказ', 'Хеш'])
})

test('J and K move, X selects, Enter opens', async () => {
	const router = open()
	await userEvent.keyboard('j')
	await userEvent.keyboard('j')
	await userEvent.keyboard('k')
	await userEvent.keyboard('x')
	expect(screen.getByRole('status')).toHaveTextContent('3')
	await userEvent.keyboard('{Enter}')
	expect(router.state.location.pathname).toBe('/orders/3')
})

test('the box in the head selects the page and drops it again', async () => {
	open()
	const all = screen.getByRole('checkbox', { name: 'Выбрать все на странице' })
	await userEvent.click(screen.getByRole('checkbox', { name: 'Выбрать заказ 2' }))
	expect((all as HTMLInputElement).indeterminate).toBe(true)
	await userEvent.click(all)
	expect(screen.getByRole('status')).toHaveTextContent('2,3')
	await userEvent.click(all)
	expect(screen.getByRole('status')).toBeEmptyDOMElement()
})

test('the pager puts the cursor beside the filters', async () => {
	const router = open()
	expect(screen.getByRole('button', { name: 'Новее' })).toBeDisabled()
	await userEvent.click(screen.getByRole('button', { name: 'Старше' }))
	expect(router.state.location.search).toBe('?status=paid&cursor=older')
})

test('on a phone rows are cards that lead to their page', () => {
	onPhone(true)
	open()
	expect(screen.queryByRole('table')).not.toBeInTheDocument()
	const cards = within(screen.getByRole('list', { name: 'Заказы' })).getAllByRole('link')
	expect(cards.map((card) => card.textContent)).toEqual(['3UC', '2Robux'])
})
