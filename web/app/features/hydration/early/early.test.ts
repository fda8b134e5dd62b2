import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startEarly } from './main.ts'

const inert =
	'<link rel="modulepreload" href="/a.js"><script>window.context = 1</script><script type="module">go()</script>'

function page(html: string, hydrate = 'idle'): void {
	document.head.innerHTML = ''
	document.body.innerHTML = `${html}<div id="scripts" data-hydrate="${hydrate}"></div>`
	const place = document.getElementById('scripts') as HTMLElement
	place.textContent = inert
	startEarly(place)
}
const started = () => document.head.querySelectorAll('script[type=module]').length
const hydrated = () => dispatchEvent(new Event('shop:hydrated'))
const find = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T
const setOnline = (value: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(value)

beforeEach(() => {
	vi.useFakeTimers()
	setOnline(true)
})
afterEach(() => {
	hydrated()
	vi.useRealTimers()
	vi.restoreAllMocks()
})

test('files are asked for at once and at low priority, modules start by themselves after the first paint', () => {
	page('<p>x</p>')
	expect(document.head.querySelector('link')?.getAttribute('href')).toBe('/a.js')
	expect(document.head.querySelector('link')?.fetchPriority).toBe('low')
	expect(started()).toBe(0)
	vi.advanceTimersByTime(1_000)
	expect(started()).toBe(1)
})

test('the first touch starts the modules at once, and the page of an order does not wait for anything', () => {
	page('<button type="button">Ещё</button>')
	find('button').dispatchEvent(new Event('pointerdown', { bubbles: true }))
	expect(started()).toBe(1)
	hydrated()
	page('<p>x</p>', 'immediately')
	expect(started()).toBe(1)
	expect(document.head.querySelector('link')?.fetchPriority).not.toBe('low')
})

test('a touch before hydration shows at once; three impatient presses of one button are one', () => {
	page('<button type="button">+</button>')
	const button = find('button')
	const pressed = vi.fn()
	button.dispatchEvent(new Event('pointerdown', { bubbles: true }))
	expect(button.hasAttribute('data-pressed')).toBe(true)
	for (let i = 0; i < 3; i++) button.click()
	button.dispatchEvent(new Event('pointerup', { bubbles: true }))
	expect(button.hasAttribute('data-pressed')).toBe(true)

	button.addEventListener('click', pressed)
	hydrated()
	expect(button.hasAttribute('data-pressed')).toBe(false)
	vi.runAllTimers()
	expect(pressed).toHaveBeenCalledTimes(1)
})

test('a submit is held and replayed with its button', () => {
	page('<form method="post"><button name="kind" value="gift">Купить</button></form>')
	const form = find<HTMLFormElement>('form')
	const replay = vi.spyOn(form, 'requestSubmit').mockImplementation(() => {})
	const event = new SubmitEvent('submit', { bubbles: true, cancelable: true, submitter: find('button') })
	form.dispatchEvent(event)
	expect(event.defaultPrevented).toBe(true)
	expect(find('button').hasAttribute('data-pressed')).toBe(true)
	expect(replay).not.toHaveBeenCalled()
	hydrated()
	vi.runAllTimers()
	expect(replay).toHaveBeenCalledExactlyOnceWith(find('button'))
})

test('a form nobody came for is sent by the browser after eight seconds; a button is given back', () => {
	page('<form method="post"><button>Купить</button></form><button type="button" id="plus">+</button>')
	const form = find<HTMLFormElement>('form')
	const sent = vi.spyOn(form, 'requestSubmit').mockImplementation(() => {
		const again = new SubmitEvent('submit', { bubbles: true, cancelable: true })
		form.dispatchEvent(again)
		expect(again.defaultPrevented).toBe(false)
	})
	find('#plus').click()
	form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))
	vi.advanceTimersByTime(7_900)
	expect(sent).not.toHaveBeenCalled()
	vi.advanceTimersByTime(200)
	expect(sent).toHaveBeenCalledTimes(1)
	expect(document.querySelectorAll('[data-pressed]')).toHaveLength(0)
})

test('a form that only asks for a page is left to the browser', () => {
	page('<form action="/ru/search"><button>Найти</button></form>')
	const event = new SubmitEvent('submit', { bubbles: true, cancelable: true })
	find('form').dispatchEvent(event)
	expect(event.defaultPrevented).toBe(false)
})

test('what was typed and ticked is told once more, and stays as it was', () => {
	page('<input type="text"><input type="checkbox">')
	const text = find<HTMLInputElement>('[type=text]')
	const tick = find<HTMLInputElement>('[type=checkbox]')
	text.value = '512'
	tick.checked = true
	for (const field of [text, tick]) field.dispatchEvent(new Event('input', { bubbles: true }))
	const onInput = vi.fn()
	const changed = vi.fn()
	text.addEventListener('input', onInput)
	tick.addEventListener('change', changed)
	hydrated()
	expect(onInput).toHaveBeenCalledTimes(1)
	expect(changed).toHaveBeenCalledTimes(1)
	expect(text.value).toBe('512')
	expect(tick.checked).toBe(true)
})

test('the sheet of suggestions opens with the first letter, and closes when the field is empty', () => {
	page('<form><input type="search" name="q"><div role="listbox" hidden></div></form>')
	const field = find<HTMLInputElement>('input')
	for (const [text, isHidden] of [
		['p', false],
		[' ', true],
	] as const) {
		field.value = text
		field.dispatchEvent(new Event('input', { bubbles: true }))
		expect(find('[role=listbox]').hidden).toBe(isHidden)
	}
})

test('the slash key goes to the search before hydration too', () => {
	page('<input aria-keyshortcuts="/">')
	const field = find<HTMLInputElement>('input')
	field.checkVisibility = () => true
	document.body.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true }))
	expect(document.activeElement).toBe(field)
})

test('offline is a state with words: nothing leaves the page, before hydration or after it', () => {
	page('<a href="/ru/games">Игры</a><form method="post"></form>')
	hydrated()
	setOnline(false)
	dispatchEvent(new Event('offline'))
	const root = document.documentElement
	expect(root.getAttribute('data-offline')).toBe('')
	for (const event of [
		new MouseEvent('click', { bubbles: true, cancelable: true }),
		new SubmitEvent('submit', { bubbles: true, cancelable: true }),
	]) {
		find(event.type === 'click' ? 'a' : 'form').dispatchEvent(event)
		expect(event.defaultPrevented).toBe(true)
	}
	expect(root.getAttribute('data-offline')).toBe('asked')
	setOnline(true)
	dispatchEvent(new Event('online'))
	expect(root.hasAttribute('data-offline')).toBe(false)
})

test('one press of the pay button made offline is sent once when the network is back, other presses are not', () => {
	page(
		'<form method="post"><button name="intent" value="pay" data-keeps>Оплатить</button><button>Убрать</button></form>',
	)
	hydrated()
	const sent: unknown[] = []
	find('form').addEventListener('submit', (event) => {
		event.preventDefault()
		sent.push((event as SubmitEvent).submitter)
	})
	setOnline(false)
	dispatchEvent(new Event('offline'))
	const pay = find('[data-keeps]')
	pay.click()
	pay.click()
	find('button:not([data-keeps])').click()
	expect(sent).toEqual([])
	expect(pay.hasAttribute('data-waiting')).toBe(true)
	setOnline(true)
	for (let i = 0; i < 2; i++) dispatchEvent(new Event('online'))
	expect(sent).toEqual([pay])
	expect(pay.hasAttribute('data-waiting')).toBe(false)
})

test('a page whose files did not come without a network waits for it and never reloads meanwhile', () => {
	const reload = vi.spyOn(location, 'reload').mockImplementation(() => {})
	page('<button type="button">+</button>')
	setOnline(false)
	find('button').click()
	document.head.querySelector('script[type=module]')?.dispatchEvent(new Event('error'))
	vi.advanceTimersByTime(20_000)
	expect(reload).not.toHaveBeenCalled()
	setOnline(true)
	dispatchEvent(new Event('online'))
	expect(reload).toHaveBeenCalledTimes(1)
})

test('a sheet opens empty at once, becomes the real one, and is given up when it is closed', () => {
	page('<button type="button" data-opens="Страна и валюта">Россия</button>')
	const pressed = vi.fn()
	find('button').click()
	expect(find<HTMLDialogElement>('dialog').open).toBe(true)
	expect(find('dialog h2').textContent).toBe('Страна и валюта')
	find('button').addEventListener('click', pressed)
	hydrated()
	vi.runAllTimers()
	expect(document.querySelector('dialog')).toBeNull()
	expect(document.activeElement).toBe(find('button'))
	expect(pressed).toHaveBeenCalledTimes(1)

	page('<button type="button" data-opens="Вход">Войти</button>')
	find('button').click()
	find('button').addEventListener('click', pressed)
	find<HTMLDialogElement>('dialog').close()
	find('dialog')?.dispatchEvent(new Event('close'))
	hydrated()
	vi.runAllTimers()
	expect(document.querySelector('dialog')).toBeNull()
	expect(find('button').hasAttribute('data-pressed')).toBe(false)
	expect(pressed).toHaveBeenCalledTimes(1)
})

test('the buttons of a carousel move it before hydration, from the last slide to the first', () => {
	page(
		`<section aria-roledescription="carousel"><ul><li>1</li><li>2</li><li>3</li></ul>
		<button type="button" data-slide="next">›</button><button type="button" data-slide="previous">‹</button>
		<button type="button" data-slide="1">•</button></section>`,
	)
	const track = find<HTMLElement>('ul')
	Object.defineProperty(track, 'clientWidth', { value: 100 })
	const went: (number | undefined)[] = []
	track.scrollTo = ((to: ScrollToOptions) => went.push(to.left)) as typeof track.scrollTo
	for (const name of ['next', 'previous', '1']) find(`[data-slide="${name}"]`).click()
	expect(went).toEqual([100, 200, 100])
	expect(document.querySelector('[data-pressed]')).toBeNull()
})

test('a link that the browser follows and a filter that waits show that a page is coming', () => {
	const isShown = () => document.documentElement.hasAttribute('data-navigating')
	page('<a href="/ru/games">Игры</a><a href="#main">К содержанию</a><form><input type="checkbox" name="a"></form>')
	addEventListener('click', (event) => event.preventDefault(), { once: true, capture: true })
	find('a').click()
	expect(isShown()).toBe(true)
	dispatchEvent(new Event('pageshow'))
	expect(isShown()).toBe(false)
	find('[href="#main"]').click()
	expect(isShown()).toBe(false)
	find('input').click()
	expect(isShown()).toBe(true)
	hydrated()
	expect(isShown()).toBe(false)
})

test('what the browser does by itself does not hurry React', () => {
	page('<details><summary>Вопрос</summary></details><button type="button">+</button>')
	const seen: string[] = []
	document.addEventListener('pointerdown', (event) => seen.push((event.target as Element).tagName), true)
	for (const name of ['summary', 'button']) find(name).dispatchEvent(new Event('pointerdown', { bubbles: true }))
	expect(seen).toEqual(['BUTTON'])
	hydrated()
	find('summary').dispatchEvent(new Event('pointerdown', { bubbles: true }))
	expect(seen).toEqual(['BUTTON', 'SUMMARY'])
})

test('a number is stepped on the way down or by a keyboard, and React notices it after hydration', () => {
	page(
		`<div><button type="button" data-step="-1" disabled>−</button><input type="number" value="0" max="3" data-least="2">
		<button type="button" data-step="1">+</button></div>`,
	)
	const field = find<HTMLInputElement>('input')
	const noticed = vi.fn(() => field.value)
	const press = (by: string) => {
		find(`[data-step="${by}"]`).dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
		find(`[data-step="${by}"]`).dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
	}
	press('-1')
	expect(field.value).toBe('0')
	press('1')
	expect(field.value).toBe('2')
	press('1')
	find('[data-step="1"]').click()
	expect(field.value).toBe('3')
	field.addEventListener('input', noticed)
	hydrated()
	expect(noticed).toHaveReturnedWith('3')
	expect(noticed).toHaveBeenCalledTimes(1)
})
