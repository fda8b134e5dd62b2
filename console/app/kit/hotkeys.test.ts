import { renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
	activeHotkeys,
	bindings,
	type Hotkey,
	keyNames,
	listenForHotkeys,
	setLettersWork,
	useHotkey,
} from './hotkeys.ts'

let stop = () => {}
beforeEach(() => {
	stop = listenForHotkeys()
})
afterEach(() => {
	stop()
	document.body.innerHTML = ''
})

function press(code: string, key: string, more: KeyboardEventInit = {}, target: EventTarget = document.body) {
	const event = new KeyboardEvent('keydown', { code, key, bubbles: true, cancelable: true, ...more })
	target.dispatchEvent(event)
	return event
}

test('a key works by its place, so Russian letters do too', () => {
	const run = vi.fn()
	renderHook(() => useHotkey('nextRow', run))
	press('KeyJ', 'о')
	expect(run).toHaveBeenCalledTimes(1)
})

test('find opens with Ctrl while typing, and the browser does not get the key', () => {
	const run = vi.fn()
	renderHook(() => useHotkey('find', run))
	document.body.innerHTML = '<input>'
	const event = press('KeyK', 'л', { ctrlKey: true }, document.querySelector('input') as HTMLInputElement)
	expect(run).toHaveBeenCalledTimes(1)
	expect(event.defaultPrevented).toBe(true)
})

test('letters typed into a field are letters', () => {
	const run = vi.fn()
	renderHook(() => useHotkey('take', run))
	document.body.innerHTML = '<textarea></textarea>'
	press('KeyT', 't', {}, document.querySelector('textarea') as HTMLTextAreaElement)
	expect(run).not.toHaveBeenCalled()
})

test('keys of the page rest while a dialog is open', () => {
	const run = vi.fn()
	renderHook(() => useHotkey('take', run))
	document.body.innerHTML = '<div role="dialog" data-open></div>'
	press('KeyT', 't')
	expect(run).not.toHaveBeenCalled()
})

test('two letters one after the other go to a screen, the second alone does not', () => {
	const go = vi.fn()
	renderHook(() => useHotkey('goQueue', go))
	press('KeyQ', 'q')
	expect(go).not.toHaveBeenCalled()
	press('KeyG', 'g')
	press('KeyQ', 'q')
	expect(go).toHaveBeenCalledTimes(1)
})

test('the last one mounted gets the key, and a key without a handler is not active', () => {
	const below = vi.fn()
	const above = vi.fn()
	renderHook(() => useHotkey('note', below))
	const { unmount } = renderHook(() => useHotkey('note', above))
	press('KeyC', 'c')
	expect([below.mock.calls.length, above.mock.calls.length]).toEqual([0, 1])
	unmount()
	press('KeyC', 'c')
	expect(below).toHaveBeenCalledTimes(1)
	expect(activeHotkeys.get().has('note')).toBe(true)
	expect(activeHotkeys.get().has('take')).toBe(false)
})

test('no two bindings share their keys, and every one has words', () => {
	const all = Object.keys(bindings) as Hotkey[]
	expect(new Set(all.map((name) => bindings[name].keys)).size).toBe(all.length)
	for (const name of all) expect(bindings[name].label().length).toBeGreaterThan(2)
})

test('keys that type a character can be switched off, Ctrl and Esc go on', () => {
	const [letter, pair, find] = [vi.fn(), vi.fn(), vi.fn()]
	renderHook(() => useHotkey('take', letter))
	renderHook(() => useHotkey('goQueue', pair))
	renderHook(() => useHotkey('find', find))
	setLettersWork(false)
	expect(press('KeyT', 't').defaultPrevented).toBe(false)
	press('KeyG', 'g')
	press('KeyQ', 'q')
	press('KeyK', 'k', { ctrlKey: true })
	expect([letter, pair, find].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 1])
	expect(localStorage.getItem('larek.console.letters')).toBe('off')
	setLettersWork(true)
	press('KeyT', 't')
	expect(letter).toHaveBeenCalledTimes(1)
})

test('keys are shown as they are printed', () => {
	expect(keyNames('mod+k')).toEqual(['Ctrl', 'K'])
	expect(keyNames('g q')).toEqual(['G', 'Q'])
})
