import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { m } from '~/paraglide/messages.js'
import { RichText } from './RichText.tsx'

const onChange = vi.fn()
const editor = (value: string) => (
	<QueryClientProvider client={new QueryClient()}>
		<RichText label="Текст" value={value} readOnly={false} onChange={onChange} />
	</QueryClientProvider>
)

test('a text that is opened or comes from outside is not a change', () => {
	const { rerender } = render(editor('<p>Раз</p>\n\n<p>два</p>'))
	expect(screen.getByRole('textbox', { name: 'Текст' })).toHaveTextContent('Раздва')
	rerender(editor('<p>Три</p>'))
	expect(screen.getByRole('textbox', { name: 'Текст' })).toHaveTextContent('Три')
	expect(onChange).not.toHaveBeenCalled()
})

test('a button changes the text and shows that it is on', async () => {
	render(editor('<p>Раз</p>\n'))
	const heading = screen.getByRole('button', { name: m['content.heading']() })
	expect(heading).toHaveAttribute('aria-pressed', 'false')
	await userEvent.click(heading)
	expect(onChange).toHaveBeenLastCalledWith('<h2>Раз</h2>')
	expect(heading).toHaveAttribute('aria-pressed', 'true')
	await userEvent.click(screen.getByRole('button', { name: m['content.undo']() }))
	expect(onChange).toHaveBeenLastCalledWith('<p>Раз</p>\n')
})

test('a pasted picture asks for its description', async () => {
	render(editor('<p>Раз</p>'))
	const file = new File(['x'], 'снимок.png', { type: 'image/png' })
	fireEvent.paste(screen.getByRole('textbox', { name: 'Текст' }), {
		clipboardData: { files: [file], getData: () => '' },
	})
	const dialog = await screen.findByRole('dialog', { name: m['content.picture']() })
	expect(dialog).toHaveTextContent('снимок.png')
	await userEvent.click(screen.getByRole('button', { name: m['content.picture_put']() }))
	expect(await screen.findByText(m['content.error_alt']())).toBeInTheDocument()
})
