import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { Toaster } from '~/kit/Toaster.tsx'
import { OrderAction } from './OrderAction.tsx'
import type { Subject } from './orderActions.ts'
import { RefundDialog } from './RefundDialog.tsx'

const stale = () => Response.json({ code: 'desk.stale', detail: 'Заказ изменился.' }, { status: 409 })

test('an action on an order carries the version it was opened with, until the newer one is taken, and leads to it', async () => {
	const sent: string[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		const { version } = await request.json()
		sent.push(version)
		return version === 'b' ? Response.json({ message: 'Проверяем', order_id: 7 }) : stale()
	})
	const client = new QueryClient()
	const onClose = vi.fn()
	const dialog = (version: string) => (
		<QueryClientProvider client={client}>
			<MemoryRouter>
				<OrderAction
					name="order.wake"
					subject={{ order: { id: 7 }, actions: { version }, colleagues: [] } as unknown as Subject}
					onClose={onClose}
				/>
				<Toaster />
				<Routes>
					<Route path="/orders/7" element="страница заказа" />
					<Route path="*" element={null} />
				</Routes>
			</MemoryRouter>
		</QueryClientProvider>
	)
	const { rerender } = render(dialog('a'))
	const press = async () => {
		await userEvent.selectOptions(screen.getByLabelText('Причина'), 'check')
		await userEvent.click(screen.getByRole('button', { name: 'Проверить' }))
	}
	rerender(dialog('b'))
	await press()
	await screen.findByText('Заказ изменился.')
	await press()
	await waitFor(() => expect(sent).toEqual(['a', 'a']))
	expect(onClose).not.toHaveBeenCalled()
	await userEvent.click(screen.getByRole('button', { name: 'Взять новые значения' }))
	await press()
	await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
	expect(sent).toEqual(['a', 'a', 'b'])
	await userEvent.click(await screen.findByRole('button', { name: 'Открыть заказ' }))
	await screen.findByText('страница заказа')
})

test('a refund carries the version of the order it was filled in for, and keeps the sum that was typed', async () => {
	let version = 'a'
	const sent: unknown[] = []
	const part = { line_id: 1, state: 'delivered', is_delivered: true, is_asked: false, allowed: true, reason: null }
	vi.stubGlobal('fetch', async (request: Request) => {
		if (request.url.endsWith('/quote/')) {
			return Response.json({
				order_id: 7,
				version,
				currency: 'RUB',
				left: version === 'a' ? '100.00' : '60.00',
				parts: [{ ...part, id: 'unit:1', title: '60 UC', goods: version === 'a' ? '100.00' : '60.00', fee: '0.00' }],
				chosen: ['unit:1'],
				amount: '100.00',
				rubles: '100.00',
				destination: 'method',
				destinations: ['method'],
				alone_limit: '1000.00',
				needs_second: false,
				is_forced: false,
				consequences: [],
				reasons: [{ code: 'buyer_asked', text: 'Просит покупатель' }],
			})
		}
		const body = await request.json()
		sent.push([body.version, body.amount])
		return stale()
	})
	const client = new QueryClient()
	render(
		<QueryClientProvider client={client}>
			<RefundDialog order={7} onClose={() => {}} />
		</QueryClientProvider>,
	)
	const amount = await screen.findByLabelText(/Сумма/)
	await userEvent.clear(amount)
	await userEvent.type(amount, '50')
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'buyer_asked')
	await userEvent.type(screen.getByLabelText('Что случилось, своими словами'), 'не пришло')
	version = 'b'
	await client.invalidateQueries()
	await screen.findByRole('button', { name: 'Взять новые значения' })
	expect(amount).toHaveValue('50')
	await userEvent.click(screen.getByRole('button', { name: /^Вернуть/ }))
	await waitFor(() => expect(sent).toEqual([['a', '50.00']]))
	await userEvent.click(screen.getByRole('button', { name: 'Взять новые значения' }))
	await waitFor(() => expect(amount).toHaveValue('60,00'))
	await userEvent.click(screen.getByRole('button', { name: /^Вернуть/ }))
	await waitFor(() => expect(sent.at(-1)).toEqual(['b', '60.00']))
})
