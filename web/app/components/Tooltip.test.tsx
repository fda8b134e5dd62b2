import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { Tooltip } from './Tooltip.tsx'

test('opens on focus, is tied to its button and closes with Escape', async () => {
	render(<Tooltip label="Где найти ID">Под именем</Tooltip>)
	expect(screen.queryByRole('tooltip')).toBeNull()
	await userEvent.tab()
	expect(screen.getByRole('button')).toHaveAccessibleDescription('Под именем')
	await userEvent.keyboard('{Escape}')
	expect(screen.queryByRole('tooltip')).toBeNull()
})

test('is at most 350 px wide and above everything', async () => {
	render(<Tooltip label="Где найти ID">Под именем</Tooltip>)
	await userEvent.tab()
	expect(screen.getByRole('tooltip').className).toMatch(/350px.*z-\[9999\]|z-\[9999\].*350px/)
})

test('markup is there before its place is worked out', async () => {
	const box = vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockImplementation(function (this: HTMLElement) {
		const isBubble = this.getAttribute('role') === 'tooltip'
		return isBubble ? new DOMRect(0, 0, 200, this.textContent ? 40 : 20) : new DOMRect(300, 500, 44, 44)
	})
	render(<Tooltip label="a" html="<b>да</b>" />)
	await userEvent.tab()
	await screen.findByText('да')
	expect(screen.getByRole('tooltip').style.top).toBe(`${500 - 40 - 8}px`)
	box.mockRestore()
})

test('markup is text unless asked for', async () => {
	const { unmount } = render(<Tooltip label="a">{'<b>нет</b>'}</Tooltip>)
	await userEvent.tab()
	expect(screen.getByRole('tooltip').querySelector('b')).toBeNull()
	unmount()
	render(<Tooltip label="a" html="<b>да</b>" />)
	await userEvent.tab()
	expect((await screen.findByText('да')).tagName).toBe('B')
})
