import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { ResponseError } from '~/api/problem.ts'
import { ActionDialog } from './ActionDialog.tsx'
import { field, TextField } from './fields.tsx'
import { Failed } from './states.tsx'

const schema = z.object({ amount: z.string().check(z.regex(/^\d+$/, 'Сумма цифрами')) })

function open(run: (values: unknown, key: string) => Promise<unknown>) {
	const onClose = vi.fn()
	render(
		<QueryClientProvider client={new QueryClient()}>
			<ActionDialog
				open
				onClose={onClose}
				title="Вернуть деньги"
				consequences={['Покупатель получит деньги']}
				schema={schema}
				defaults={{ amount: '' }}
				reasons={[{ code: 'silent', label: 'Поставщик молчит' }]}
				submit="Разрешить"
				run={run}
			>
				{(form) => <TextField label="Сумма" {...field(form, 'amount')} />}
			</ActionDialog>
		</QueryClientProvider>,
	)
	return onClose
}

test('a wrong field is refused before anything is sent', async () => {
	const run = vi.fn()
	open(run)
	await userEvent.type(screen.getByLabelText('Сумма'), 'много')
	await userEvent.click(screen.getByRole('button', { name: 'Разрешить' }))
	expect(await screen.findByText('Сумма цифрами')).toBeInTheDocument()
	expect(run).not.toHaveBeenCalled()
})

test('it sends the fields with the reason and a key, then closes', async () => {
	const run = vi.fn().mockResolvedValue({})
	const onClose = open(run)
	expect(screen.getByText('Покупатель получит деньги')).toBeInTheDocument()
	await userEvent.type(screen.getByLabelText('Сумма'), '150')
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'silent')
	await userEvent.type(screen.getByLabelText('Пояснение'), 'молчит час')
	await userEvent.click(screen.getByRole('button', { name: 'Разрешить' }))
	await waitFor(() => expect(onClose).toHaveBeenCalledTimes(1))
	expect(run).toHaveBeenCalledExactlyOnceWith(
		{ amount: '150', reason: { code: 'silent', text: 'молчит час' } },
		expect.stringMatching(/^[0-9a-f-]{36}$/),
		undefined,
	)
})

test('a refusal of the server stays in the dialog: by field, or as a sentence', async () => {
	const fields = [{ field: 'amount', detail: 'Больше, чем оплачено.' }]
	const run = vi
		.fn()
		.mockRejectedValueOnce(new ResponseError(422, { code: 'invalid', detail: '', fields }))
		.mockRejectedValueOnce(new ResponseError(409, { code: 'desk.stale', detail: 'Единицу уже доставили.' }))
	const onClose = open(run)
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'silent')
	await userEvent.type(screen.getByLabelText('Сумма'), '150')
	await userEvent.click(screen.getByRole('button', { name: 'Разрешить' }))
	expect(await screen.findByText('Больше, чем оплачено.')).toBeInTheDocument()
	await userEvent.click(screen.getByRole('button', { name: 'Разрешить' }))
	expect(await screen.findByText('Единицу уже доставили.')).toBeInTheDocument()
	expect(onClose).not.toHaveBeenCalled()
})

test('a refusal finds its field by the name of the wire', async () => {
	const fields = [{ field: 'valid_until', detail: 'Уже прошло.' }]
	render(
		<QueryClientProvider client={new QueryClient()}>
			<ActionDialog
				open
				onClose={vi.fn()}
				title="Промокод"
				schema={z.object({ validUntil: z.string() })}
				defaults={{ validUntil: '' }}
				submit="Сохранить"
				run={() => Promise.reject(new ResponseError(422, { code: 'invalid', detail: '', fields }))}
			>
				{(form) => <TextField label="До" {...field(form, 'validUntil')} />}
			</ActionDialog>
		</QueryClientProvider>,
	)
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	expect(await screen.findByText('Уже прошло.')).toBeInTheDocument()
	expect(screen.getByLabelText('До')).toBeInvalid()
})

test('what cannot be read says so with the number of the request, what is forbidden names the permission', () => {
	const { rerender } = render(
		<Failed error={new ResponseError(500, { code: 'internal', detail: 'Сбой.' }, 'req-17')} />,
	)
	expect(screen.getByText('Не прочитали')).toBeInTheDocument()
	expect(screen.getByText('req-17')).toBeInTheDocument()
	const refusal = {
		code: 'console.forbidden',
		detail: 'Этого ваша роль не может.',
		fields: [{ field: 'permission', code: 'audit.read', detail: 'Нужно право audit.read.' }],
	}
	rerender(<Failed error={new ResponseError(403, refusal)} />)
	expect(screen.getByText(/Нужно право «Читать весь журнал»/)).toBeInTheDocument()
})

test('no reason is chosen for the operator', async () => {
	const run = vi.fn()
	open(run)
	expect(screen.getByLabelText('Причина')).toHaveValue('')
	await userEvent.type(screen.getByLabelText('Сумма'), '150')
	await userEvent.click(screen.getByRole('button', { name: 'Разрешить' }))
	expect(await screen.findByText('Выберите причину')).toBeInTheDocument()
	expect(run).not.toHaveBeenCalled()
})
