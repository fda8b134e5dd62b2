import type { CatalogProduct } from '@larek/api/admin/types.gen.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PriceDialog } from './PriceDialog.tsx'

const product = { id: 5, price: '990.50', priceVersion: 3, fields: { title: '60 UC' } } as CatalogProduct

test('a price far from the old one is saved only after it is confirmed, even when the warning is late', async () => {
	const saved: unknown[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		const body = await request.json()
		if (!request.url.includes('preview')) {
			saved.push(body)
			return Response.json({ message: '', refused: [] })
		}
		await new Promise((ready) => setTimeout(ready, 100))
		const percent = body.rows[0].price === '1' || body.rows[0].price === '1.00' ? '-99.90' : '-2.00'
		const row = {
			id: 5,
			title: '60 UC',
			text: '1',
			change_percent: percent,
			margin: null,
			version: 3,
			words: 'ниже закупки',
		}
		return Response.json({
			rows: [{ ...row, old_price: '990.50', price: '1.00', final_price: '1.00', verdict: 'ready' }],
		})
	})
	const onClose = vi.fn()
	render(
		<QueryClientProvider client={new QueryClient()}>
			<PriceDialog product={product} game={1} onClose={onClose} />
		</QueryClientProvider>,
	)
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'season')
	const price = screen.getByLabelText('Цена, ₽')
	await userEvent.clear(price)
	await userEvent.type(price, '1')
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	expect(await screen.findByText('Проверьте цену и отметьте это')).toBeInTheDocument()
	expect(saved).toEqual([])
	await userEvent.click(screen.getByLabelText('Цена верная, проверено'))
	await waitFor(() =>
		expect(screen.getByRole('button', { name: 'Сохранить' })).not.toHaveAttribute('aria-busy', 'true'),
	)
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
	expect(saved).toEqual([expect.objectContaining({ changes: [{ id: 5, price: '1.00', version: 3 }] })])
})
