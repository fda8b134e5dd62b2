import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { wake } from './wake.ts'

const page = '<button type="button">Ещё</button><input><script type="text/plain" data-asleep="">go()</script>'
const awake = () => document.head.querySelectorAll('script[type=module]').length

beforeEach(() => {
	document.head.innerHTML = ''
	document.body.innerHTML = page
})
afterEach(() => {
	localStorage.clear()
	window.dispatchEvent(new Event('larek:alive'))
})

test('nothing is fetched until the visitor does something', () => {
	wake()
	expect(awake()).toBe(0)
	document.body.dispatchEvent(new Event('pointermove', { bubbles: true }))
	expect(awake()).toBe(1)
	document.body.dispatchEvent(new Event('keydown', { bubbles: true }))
	expect(awake()).toBe(1)
})

test('somebody with a cart does not wait', () => {
	localStorage.setItem('larek.cart', '{"1":{"2":3}}')
	wake()
	expect(awake()).toBe(1)
})

test('what was pressed and typed meanwhile is done again once alive, each press by itself', async () => {
	wake()
	const button = document.querySelector('button') as HTMLElement
	const field = document.querySelector('input') as HTMLInputElement
	button.click()
	button.click()
	field.value = '512'
	field.dispatchEvent(new Event('input', { bubbles: true }))

	const pressed = vi.fn()
	const typed = vi.fn()
	button.addEventListener('click', pressed)
	field.addEventListener('input', typed)
	window.dispatchEvent(new Event('larek:alive'))
	expect(pressed).not.toHaveBeenCalled()
	await vi.waitFor(() => expect(pressed).toHaveBeenCalledTimes(2))
	expect(typed).toHaveBeenCalledOnce()
	expect(field.value).toBe('512')
})
