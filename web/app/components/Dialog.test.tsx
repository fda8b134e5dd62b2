import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Dialog } from './Dialog.tsx'

test('what opens begins at its title, so that a second Enter does not close it', async () => {
	const onClose = vi.fn()
	render(
		<Dialog open title="Проверьте заказ" onClose={onClose}>
			<button type="button">Всё верно</button>
		</Dialog>,
	)
	expect(screen.getByRole('heading', { name: 'Проверьте заказ' })).toHaveFocus()
	await userEvent.keyboard('{Enter}')
	expect(onClose).not.toHaveBeenCalled()
})
