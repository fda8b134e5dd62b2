import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { ChangeDialog } from './ChangeDialog.tsx'
import { promoKeys } from './queries.ts'

/** Reads the code as its page does. */
function Parent({ read }: { read: () => object }) {
	const { data } = useQuery({ queryKey: [...promoKeys.all, 'one'], queryFn: async () => read() })
	return data ? <ChangeDialog promo={data as never} onClose={() => {}} /> : null
}

test("a second press never overwrites a colleague's change: it is shown, and taken over by choice", async () => {
	const mine = { id: 1, text: 'UC8', version: 1, validUntil: null, totalLimit: 100, budget: '1000.00' }
	let row = mine
	const read = vi.fn(() => row)
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		const { version, budget, total_limit: limit } = await request.json()
		sent.push({ version, budget, limit })
		if (version === row.version) return Response.json({})
		return Response.json({ code: 'promo.stale', detail: 'Изменил другой сотрудник' }, { status: 409 })
	})
	render(
		<QueryClientProvider client={new QueryClient()}>
			<Parent read={read} />
		</QueryClientProvider>,
	)
	const save = await screen.findByRole('button', { name: 'Сохранить' })
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'campaign')
	row = { ...mine, version: 2, budget: '50000.00' }
	const limit = screen.getByLabelText('Лимит заказов')
	await userEvent.clear(limit)
	await userEvent.type(limit, '200')
	await userEvent.click(save)
	await screen.findByText(/Изменил другой сотрудник/)
	await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
	await userEvent.click(save)
	await waitFor(() => expect(sent).toHaveLength(2))
	expect(sent).toEqual(Array(2).fill({ version: 1, budget: '1000.00', limit: 200 }))

	expect(await screen.findByText('1000.00 → 50000.00')).toBeInTheDocument()
	await userEvent.click(screen.getByRole('button', { name: 'Взять новые значения' }))
	expect(screen.getByLabelText('Бюджет скидок, ₽')).toHaveValue('50000.00')
	expect(limit).toHaveValue('200')
	await userEvent.click(save)
	await waitFor(() => expect(sent).toHaveLength(3))
	expect(sent[2]).toEqual({ version: 2, budget: '50000.00', limit: 200 })
})
