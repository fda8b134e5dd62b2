import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { Alerts } from './Alerts.tsx'

const settings = {
	kinds: [
		{ kind: 'row', email: false, push: true },
		{ kind: 'late', email: false, push: false },
	],
	channels: ['email'],
	quiet_from: null,
	quiet_until: null,
	on_duty_only: false,
	report_hour: null,
	can_report: false,
}

afterEach(() => vi.unstubAllGlobals())

/** Shows the settings; a write is answered by `answer`. Returns what was sent. */
function show(answer: () => Response): unknown[] {
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		if (request.method === 'GET') return Response.json(settings)
		sent.push(await request.json())
		return answer()
	})
	render(
		<QueryClientProvider client={new QueryClient()}>
			<Alerts />
		</QueryClientProvider>,
	)
	return sent
}

test('a channel that the shop has not is hidden, and what was chosen for it stays', async () => {
	const sent = show(() => Response.json(settings))
	await userEvent.click(await screen.findByLabelText('Просроченные задачи: Почта'))
	expect(screen.queryByText('Браузер')).toBeNull()
	expect(screen.queryByLabelText('Утренний отчёт (МСК)')).toBeNull()
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	await waitFor(() => expect(sent).toHaveLength(1))
	expect(sent[0]).toEqual({
		email: ['late'],
		push: ['row'],
		quiet_from: null,
		quiet_until: null,
		on_duty_only: false,
		report_hour: null,
	})
})

test('a refused hour is marked, and nothing typed is lost', async () => {
	const field = { field: 'quiet_until', code: 'wrong_value', detail: 'Укажите два разных часа.' }
	show(() => Response.json({ code: 'invalid', detail: '', fields: [field] }, { status: 422 }))
	await userEvent.selectOptions(await screen.findByLabelText('Не беспокоить с (МСК)'), '22:00')
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	expect(await screen.findByText('Укажите два разных часа.')).toBeInTheDocument()
	expect(screen.getByLabelText('до (МСК)')).toHaveAttribute('aria-invalid', 'true')
	expect(screen.getByLabelText('Не беспокоить с (МСК)')).toHaveValue('22')
})
