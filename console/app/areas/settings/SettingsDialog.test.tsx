import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { SettingsDialog } from './SettingsDialog.tsx'

const area = {
	name: 'steam',
	version: 3,
	changedAt: null,
	changedBy: null,
	settings: [
		{ key: 'commission', unit: 'percent', value: '9.00', least: '0.00', most: '50.00', costly: 'down' },
		{ key: 'min_amount', unit: 'rubles', value: '50.00', least: '1.00', most: '100000.00', costly: 'never' },
	],
} as const

test('the dialog says what changes and who else has to agree, and sends only that', async () => {
	const sent: unknown[] = []
	vi.stubGlobal('fetch', async (request: Request) => {
		const { version, values } = await request.json()
		sent.push({ path: new URL(request.url).pathname, version, values })
		return Response.json({ message: 'Настройки сохранены.' })
	})
	const onClose = vi.fn()
	render(
		<QueryClientProvider client={new QueryClient()}>
			<SettingsDialog area={{ ...area, settings: [...area.settings] }} onClose={onClose} />
		</QueryClientProvider>,
	)
	expect(screen.getByText('Пока ничего.')).toBeInTheDocument()
	const commission = screen.getByLabelText('Комиссия, %')
	await userEvent.clear(commission)
	await userEvent.type(commission, '8,5')
	expect(screen.getByText('8,5 %').closest('li')).toHaveTextContent('Комиссия: 9 % → 8,5 % · нужен второй человек')
	await userEvent.selectOptions(screen.getByLabelText('Причина'), 'owner')
	await userEvent.click(screen.getByRole('button', { name: 'Сохранить' }))
	await waitFor(() => expect(onClose).toHaveBeenCalled())
	expect(sent).toEqual([
		{ path: '/api/admin/settings/steam/', version: 3, values: [{ key: 'commission', value: '8.50' }] },
	])
})
