import type { PartnerAccount, PartnerField } from '@larek/api/admin/types.gen.ts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { PartnerDialog } from './PartnerDialog.tsx'

const key = (name: string, label: string, more: Partial<PartnerField>): PartnerField => ({
	key: name,
	label,
	where: '',
	secret: false,
	editable: true,
	needed: true,
	source: 'console',
	value: '',
	...more,
})

const account: PartnerAccount = {
	kind: 'provider',
	name: 'tbank',
	title: 'Т-Банк',
	source: 'console',
	version: 2,
	changedAt: null,
	changedBy: null,
	testedAt: null,
	hook: 'https://shop.example/hooks/tbank/',
	fields: [
		key('LAREK_TBANK_URL', 'Адрес API', { editable: false, value: 'https://bank.example' }),
		key('LAREK_TBANK_TERMINAL', 'Терминал', { value: '17' }),
		key('LAREK_TBANK_PASSWORD', 'Пароль терминала', { secret: true }),
	],
}

test('keys are tried as they are typed, a secret is sent only if it is replaced, and remarks stand at their field', async () => {
	const sent: unknown[] = []
	let isRefused = true
	vi.stubGlobal('fetch', async (request: Request) => {
		const path = new URL(request.url).pathname
		sent.push({ path, ...(await request.json()) })
		if (path.endsWith('/probe/'))
			return Response.json({ passed: true, steps: [{ state: 'ok', text: 'Подпись принята', took_ms: 400 }] })
		if (!isRefused) return Response.json({ message: 'Ключи сохранены.' })
		isRefused = false
		const fields = [{ field: 'LAREK_TBANK_TERMINAL', code: 'required', detail: 'Такого терминала нет.' }]
		return Response.json({ code: 'invalid', detail: 'Проверьте поля запроса.', fields }, { status: 400 })
	})
	const onClose = vi.fn()
	render(
		<QueryClientProvider client={new QueryClient()}>
			<PartnerDialog account={account} onClose={onClose} />
		</QueryClientProvider>,
	)
	const values = [{ key: 'LAREK_TBANK_TERMINAL', value: '18' }]
	await userEvent.clear(screen.getByLabelText('Терминал'))
	await userEvent.type(screen.getByLabelText('Терминал'), '18')
	await userEvent.click(screen.getByRole('button', { name: 'Проверить' }))
	expect((await screen.findByText('Подпись принята')).closest('li')).toHaveTextContent(/Получилось: .*0,4 с/)
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'owner')
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	expect(await screen.findByText('Такого терминала нет.')).toBeInTheDocument()
	await userEvent.type(screen.getByLabelText('Пароль терминала'), 'k7Gm')
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	await waitFor(() => expect(onClose).toHaveBeenCalled())
	const change = {
		path: '/api/admin/settings/partners/provider/tbank/',
		version: 2,
		off: false,
		untested: false,
		reason: expect.anything(),
	}
	expect(sent).toEqual([
		{ path: '/api/admin/settings/partners/provider/tbank/probe/', values },
		{ ...change, values },
		{ ...change, values: [...values, { key: 'LAREK_TBANK_PASSWORD', value: 'k7Gm' }] },
	])
})

test('keys of the environment are shown and tried, never changed', () => {
	const fields = account.fields.map((one) => ({ ...one, editable: false, source: 'environment' as const }))
	render(
		<QueryClientProvider client={new QueryClient()}>
			<PartnerDialog account={{ ...account, fields }} onClose={() => {}} />
		</QueryClientProvider>,
	)
	expect(screen.getByText('Задаёт инженер: LAREK_TBANK_PASSWORD')).toBeInTheDocument()
	expect(screen.getByRole('button', { name: 'Проверить' })).toBeEnabled()
	expect(screen.queryByRole('button', { name: 'Сохранить' })).toBeNull()
	expect(screen.queryByRole('textbox')).toBeNull()
})
