import type { QueueBatchAction, QueueItem } from '@larek/api/admin/types.gen.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router'
import { beforeEach, expect, test, vi } from 'vitest'
import { QueueBulk } from './QueueBulk.tsx'
import { QueueList } from './QueueList.tsx'
import { useRowSelection } from './selection.ts'

const item = (kind: string, id: number) =>
	({
		kind,
		id,
		orderId: id,
		title: `товар ${id}`,
		reason: 'Ждём',
		amount: '100.00',
		currency: 'RUB',
		created: '2026-11-14T12:00:00Z',
		dueAt: '2026-11-14T13:00:00Z',
		owner: null,
	}) as QueueItem

function Queue({ items, actions }: { items: QueueItem[]; actions: QueueBatchAction[] }) {
	const selection = useRowSelection(items)
	return (
		<>
			<QueueList
				items={items}
				current={null}
				selection={selection}
				addressOf={() => '?'}
				onTake={() => {}}
				isTaking={false}
			/>
			<QueueBulk items={items} selection={selection} actionsOf={() => actions} />
		</>
	)
}

function show(items: QueueItem[], ...actions: QueueBatchAction[]) {
	const tree = (shown: QueueItem[]) => (
		<QueryClientProvider client={client}>
			<MemoryRouter>
				<Queue items={shown} actions={actions} />
			</MemoryRouter>
		</QueryClientProvider>
	)
	const client = new QueryClient()
	const { rerender } = render(tree(items))
	return (shown: QueueItem[]) => rerender(tree(shown))
}

const tick = (id: number) => screen.getByRole('checkbox', { name: `Выбрать Ждём: товар ${id}` })
const sent: { kind: string; items: number[]; action: string; reason: { code: string } | null; text: string | null }[] =
	[]

/** Refuses even rows. */
beforeEach(() => {
	sent.length = 0
	vi.stubGlobal('fetch', async (request: Request) => {
		const body = await request.json()
		sent.push(body)
		const rows = body.items.map((id: number) => ({
			item: id,
			order_id: id,
			done: id % 2 === 1,
			text: id % 2 === 1 ? 'Готово' : 'Это взял другой человек',
		}))
		const refused = body.items.filter((id: number) => id % 2 === 0).length
		return Response.json({ batch: String(sent.length), done: rows.length - refused, refused, rows })
	})
})

test('rows of one kind are selected together, and those that ended are not counted', async () => {
	const rows = [item('unknown', 1), item('unknown', 3), item('review', 4)]
	const change = show(rows, 'take')
	await userEvent.click(tick(1))
	expect(tick(4)).toBeDisabled()
	await userEvent.click(screen.getByRole('button', { name: 'Все этого вида: 2' }))
	expect(screen.getByText('Выбрано 2')).toBeVisible()
	change(rows.slice(1))
	expect(screen.getByText('Выбрано 1')).toBeVisible()
	change(rows.slice(2))
	expect(screen.queryByRole('toolbar')).toBeNull()
	expect(tick(4)).toBeEnabled()
})

test('taking needs no words and leaves the rows selected', async () => {
	show([item('unknown', 1), item('unknown', 3)], 'take')
	await userEvent.click(tick(1))
	await userEvent.click(tick(3))
	await userEvent.click(screen.getByRole('button', { name: 'Взять' }))
	await waitFor(() => expect(sent).toMatchObject([{ kind: 'unknown', items: [1, 3], action: 'take', reason: null }]))
	expect(screen.queryByRole('dialog')).toBeNull()
	expect(tick(1)).toBeChecked()
})

test('a decision needs a reason; refused rows are listed, stay selected and are tried again', async () => {
	show([item('unknown', 1), item('unknown', 2)], 'refund')
	await userEvent.click(tick(1))
	await userEvent.click(tick(2))
	expect(screen.getByText(/^200/)).toBeVisible()
	await userEvent.click(screen.getByRole('button', { name: 'Вернуть деньги' }))
	const submit = () => screen.getAllByRole('button', { name: 'Вернуть деньги' }).at(-1) as HTMLElement
	await userEvent.click(submit())
	expect(sent).toEqual([])
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'buyer_asked')
	await userEvent.click(submit())
	expect(await screen.findByRole('dialog', { name: 'Сделано: 1 из 2' })).toHaveTextContent('Это взял другой человек')
	await userEvent.click(screen.getByRole('button', { name: 'Повторить для отказанных' }))
	await waitFor(() =>
		expect(sent.map(({ items, reason }) => [items, reason?.code])).toEqual([
			[[1, 2], 'buyer_asked'],
			[[2], 'buyer_asked'],
		]),
	)
	expect(await screen.findByRole('dialog', { name: 'Сделано: 0 из 1' })).toBeVisible()
	await userEvent.keyboard('{Escape}')
	expect(tick(1)).not.toBeChecked()
	expect(tick(2)).toBeChecked()
})
