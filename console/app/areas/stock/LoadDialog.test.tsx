import type { StockRow } from '@larek/api/admin/types.gen.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { costOf, LoadDialog } from './LoadDialog.tsx'

test('a cost is a sum, and zero is one', () => {
	expect(['12,5', ' 80 ', '0', '', '-1', '1,234'].map(costOf)).toEqual([
		'12.50',
		'80.00',
		'0.00',
		undefined,
		undefined,
		undefined,
	])
})

test('codes are not loaded before their cost is named', async () => {
	const preview = { lines: 1, ready: 1, format: 0, expiry: 0, repeated: 0, known: 0, firstExpiry: null, faults: [] }
	const sent = vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(preview))
	const row = { productId: 1, game: 'PUBG', title: '60 UC' } as StockRow
	render(
		<QueryClientProvider client={new QueryClient()}>
			<LoadDialog row={row} onClose={() => {}} />
		</QueryClientProvider>,
	)
	const user = userEvent.setup()
	await user.type(screen.getByLabelText('Коды'), 'AAAA-BBBB')
	await user.click(screen.getByRole('button', { name: 'Проверить' }))
	await user.click(await screen.findByRole('button', { name: /Загрузить/ }))
	expect(screen.getByText('Впишите, во что обошёлся один код')).toBeTruthy()
	expect(sent).toHaveBeenCalledTimes(1)
	sent.mockRestore()
})
