import { act, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { NoticeHost } from './ToastHost.tsx'
import { noNotices } from './toastQueue.ts'
import { notices, notify } from './toasts.ts'

afterEach(() => act(() => notices.update(() => noNotices)))

const card = (text: string) => screen.getByText(text).closest('.notice') as HTMLElement

test('the live regions are there before anything is said', () => {
	render(<NoticeHost />)
	expect(screen.getByRole('status')).toBeEmptyDOMElement()
	expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})

test('an error is an alert, anything else a status', () => {
	render(<NoticeHost />)
	act(() => notify('error', 'Не вышло'))
	expect(screen.getByRole('alert')).toHaveTextContent('Не вышло')
	act(() => notices.update(() => noNotices))
	act(() => notify('success', 'Сохранено'))
	expect(screen.getByRole('status')).toHaveTextContent('Сохранено')
})

test('the next one comes when the animation ends, and the last one leaves', () => {
	render(<NoticeHost />)
	act(() => {
		notify('success', 'Первое')
		notify('success', 'Второе')
	})
	expect(screen.queryByText('Второе')).toBeNull()
	fireEvent.animationEnd(card('Первое'))
	expect(screen.queryByText('Первое')).toBeNull()
	fireEvent.animationEnd(card('Второе'))
	expect(screen.queryByText('Второе')).toBeNull()
})

test('the close button does the same', () => {
	render(<NoticeHost />)
	act(() => notify('warning', 'Ждём'))
	fireEvent.click(screen.getByRole('button', { name: 'Закрыть' }))
	expect(screen.queryByText('Ждём')).toBeNull()
})

test('a repeated one is animated anew', () => {
	render(<NoticeHost />)
	act(() => notify('success', 'Сохранено'))
	const before = card('Сохранено')
	act(() => notify('success', 'Сохранено'))
	expect(card('Сохранено')).not.toBe(before)
})
