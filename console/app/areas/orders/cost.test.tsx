import type { ActionUnit } from '@larek/api/admin/types.gen.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { expect, test, vi } from 'vitest'
import { OrderAction } from './OrderAction.tsx'
import type { Subject } from './orderActions.ts'

const unit = (id: number, change: Partial<ActionUnit>) =>
	({ id, title: 'Лот', n: id, state: 'queued', supplier: null, isAsked: false, offers: [], ...change }) as ActionUnit
const cost = { currency: 'RUB', expected: '68.0000', rate: '1.00', price: '85.00' }

function open(name: string, units: ActionUnit[]) {
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		sent.push(await request.json())
		return Response.json({ message: 'Исправлено', order_id: 7 })
	})
	const subject = { order: { id: 7, units: [] }, actions: { version: 'a', units }, colleagues: [] }
	render(
		<QueryClientProvider client={new QueryClient()}>
			<MemoryRouter>
				<OrderAction name={name} subject={subject as unknown as Subject} onClose={() => {}} />
			</MemoryRouter>
		</QueryClientProvider>,
	)
	return sent
}
const text = (pattern: RegExp) =>
	screen.getByText((_, node) => node?.children.length === 0 && pattern.test(node.textContent))

test('the cost of a delivery is in the currency of the chosen units, with rubles and margin beside it', async () => {
	open('order.deliver', [unit(1, { canEnd: true, cost }), unit(2, { canEnd: true, cost })])
	expect(text(/^В рублях; .* Ждали 136,00\s₽\. Покупатель заплатил 170,00\s₽\.$/)).toBeInTheDocument()
	await userEvent.type(screen.getByLabelText('Во что обошлось'), '200')
	expect(text(/^Это 200,00\s₽, дороже цены на 30,00\s₽/)).toBeInTheDocument()
	await userEvent.click(screen.getByLabelText(/Лот, 2/))
	expect(text(/дороже цены на 115,00\s₽/)).toBeInTheDocument()
})

test('a mistyped cost is corrected beside the recorded one', async () => {
	const recorded = { ...cost, expected: '125.0600' }
	const sent = open('order.cost', [unit(1, {}), unit(2, { state: 'delivered', hasOwnCost: true, cost: recorded })])
	expect(text(/^В рублях\. Записано 125,06\s₽\./)).toBeInTheDocument()
	expect(screen.getAllByRole('radio')).toHaveLength(1)
	await userEvent.type(screen.getByLabelText('Во что обошлось на самом деле'), '68')
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'mistake_found')
	await userEvent.click(screen.getByRole('button', { name: 'Исправить' }))
	await waitFor(() => expect(sent).toHaveLength(1))
	expect(sent[0]).toMatchObject({ version: 'a', unit: 2, cost: '68.00' })
})
