import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { ToastHost } from './ToastHost.tsx'
import { noToasts } from './toastQueue.ts'
import { dismiss, dismissReadError, showToast, toasts } from './toasts.ts'

afterEach(() => act(() => toasts.update(() => noToasts)))

const card = (text: string) => screen.getByText(text).closest('.notice') as HTMLElement

test('the live regions are there before anything is said', () => {
	render(<ToastHost />)
	expect(screen.getByRole('status')).toBeEmptyDOMElement()
	expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})

test('an error is an alert, anything else a status', () => {
	render(<ToastHost />)
	act(() => showToast('error', 'Не вышло'))
	expect(screen.getByRole('alert')).toHaveTextContent('Не вышло')
	act(() => toasts.update(() => noToasts))
	act(() => showToast('success', 'Сохранено'))
	expect(screen.getByRole('status')).toHaveTextContent('Сохранено')
})

test('the next one comes when the animation ends, and the last one leaves', () => {
	render(<ToastHost />)
	act(() => {
		showToast('success', 'Первое')
		showToast('success', 'Второе')
	})
	expect(screen.queryByText('Второе')).toBeNull()
	fireEvent.animationEnd(card('Первое'))
	expect(screen.queryByText('Первое')).toBeNull()
	fireEvent.animationEnd(card('Второе'))
	expect(screen.queryByText('Второе')).toBeNull()
})

test('the close button does the same', () => {
	render(<ToastHost />)
	act(() => showToast('warning', 'Ждём'))
	fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
	expect(screen.queryByText('Ждём')).toBeNull()
})

test('a repeated one is animated anew', () => {
	render(<ToastHost />)
	act(() => showToast('success', 'Сохранено'))
	const before = card('Сохранено')
	act(() => showToast('success', 'Сохранено'))
	expect(card('Сохранено')).not.toBe(before)
})

test('notices are above open dialogs: one is shown inside, and goes back to the page when the dialog closes', () => {
	const dialog = document.body.appendChild(document.createElement('dialog'))
	dialog.open = true
	render(<ToastHost />)
	act(() => showToast('error', 'Не вышло'))
	expect(dialog).toContainElement(card('Не вышло'))
	act(() => {
		dialog.open = false
		dialog.dispatchEvent(new Event('close'))
	})
	expect(dialog).not.toContainElement(card('Не вышло'))
	expect(screen.getByRole('alert')).toHaveTextContent('Не вышло')
	dialog.remove()
})

test('an error that was read does not follow onto the next page; one just shown and what waits do', () => {
	const now = vi.spyOn(Date, 'now').mockReturnValue(10_000)
	showToast('error', 'Проверьте почту')
	showToast('error', 'Код не подошёл')
	showToast('success', 'Сохранено')
	now.mockReturnValue(10_500)
	dismissReadError()
	expect(toasts.get().showing?.text).toBe('Проверьте почту')
	now.mockReturnValue(11_500)
	dismissReadError()
	expect(toasts.get().showing?.text).toBe('Код не подошёл')
	now.mockReturnValue(12_000)
	dismissReadError()
	expect(toasts.get().showing?.text).toBe('Код не подошёл')
	dismiss()
	expect(toasts.get().showing?.text).toBe('Сохранено')
	now.mockReturnValue(20_000)
	dismissReadError()
	expect(toasts.get().showing?.text).toBe('Сохранено')
	now.mockRestore()
})

test('a dialog that left with its page takes no notice with it', () => {
	// As browsers have it.
	HTMLElement.prototype.showPopover = function showPopover() {
		if (!this.isConnected) throw new Error('Invalid on disconnected popover elements.')
	}
	const dialog = document.createElement('dialog')
	dialog.setAttribute('open', '')
	document.body.append(dialog)
	render(<ToastHost />)
	act(() => showToast('success', 'Первое'))
	expect(dialog).toHaveTextContent('Первое')
	fireEvent.animationEnd(card('Первое'))
	dialog.remove()
	act(() => showToast('success', 'Второе'))
	expect(screen.getByText('Второе')).toBeInTheDocument()
})
