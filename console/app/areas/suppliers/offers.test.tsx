import type { OfferRow } from '@larek/api/admin/types.gen.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { CostDialog } from './CostDialog.tsx'
import { OfferDialog } from './OfferDialog.tsx'

const row: OfferRow = {
	id: 7,
	title: '60 UC',
	game: 'PUBG',
	sku: 'abc-nope',
	cost: null,
	costCurrency: 'USD',
	askedCost: '0.2400',
	priority: 1,
	isActive: true,
	inStock: true,
	syncedAt: null,
}

/** Answers by the first part of the path that fits, and keeps what is written. */
function serve(answers: Record<string, unknown>) {
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		if (request.method !== 'GET') sent.push(await request.json())
		const found = Object.entries(answers).find(([path]) => request.url.includes(path))
		return found ? Response.json(found[1]) : Response.json({ code: 'not_found', detail: '' }, { status: 404 })
	})
	return sent
}
const show = (dialog: ReactNode) =>
	render(<QueryClientProvider client={new QueryClient()}>{dialog}</QueryClientProvider>)

test('a cost is agreed to beside its rubles, our price and the margin', async () => {
	const facts = [
		{ label: 'Наша цена', value: '85.00 RUB', kind: 'money' },
		{ label: 'Просит, ₽', value: '19.50 RUB', kind: 'money' },
		{ label: 'Маржа станет', value: '65.50 RUB', kind: 'money' },
	]
	const sent = serve({ '/queue/cost/7/': { facts }, '/approve/': { message: '' } })
	const onClose = vi.fn()
	show(<CostDialog row={row} onClose={onClose} />)
	expect(await screen.findByText(/^65,50\s₽$/)).toBeInTheDocument()
	expect(screen.getByText(/^19,50\s₽$/)).toBeInTheDocument()
	expect(screen.getByLabelText(/^Согласиться на 0,24\s\$$/)).toBeChecked()
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'cost_checked')
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
	expect(sent).toHaveLength(1)
})

test('an SKU is corrected while its cost waits, and one that the price list has not is asked about once', async () => {
	const sent = serve({
		'/goods/': { results: [{ sku: '1-2', title: '60 UC', cost: null, cost_currency: 'USD', in_stock: true }] },
		'/offers/7/': { message: '' },
	})
	const onClose = vi.fn()
	show(<OfferDialog row={row} supplier="moogold" onClose={onClose} />)
	const save = async (sku: string) => {
		await userEvent.clear(screen.getByLabelText('SKU у поставщика'))
		await userEvent.type(screen.getByLabelText('SKU у поставщика'), sku)
		await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	}
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'offers')
	await save('1-9')
	expect(await screen.findByText(/такого SKU нет/)).toBeInTheDocument()
	expect(sent).toEqual([])
	await save('1-2')
	await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
	expect(sent).toEqual([expect.objectContaining({ sku: '1-2' })])
})

test('an SKU that the price list has not is saved by the second press', async () => {
	const sent = serve({ '/goods/': { results: [] }, '/offers/7/': { message: '' } })
	show(<OfferDialog row={{ ...row, sku: 'old' }} supplier="moogold" onClose={() => {}} />)
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'offers')
	await userEvent.type(screen.getByLabelText('SKU у поставщика'), '-2')
	const save = screen.getByRole('button', { name: 'Сохранить' })
	await userEvent.click(save)
	await screen.findByText(/такого SKU нет/)
	await userEvent.click(save)
	await waitFor(() => expect(sent).toHaveLength(1))
})
