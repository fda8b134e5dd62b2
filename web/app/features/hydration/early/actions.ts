import { isFollowed, showNavigating } from '~/lib/navigating.ts'
import { openEmptySheet, replaceSheet } from './sheet.ts'
import { showSlide } from './slides.ts'
import { stepField } from './stepField.ts'
import { queueTyping } from './typing.ts'

/** A form pressed before React is there is sent by the browser after this. */
const nativeSubmitDelay = 8_000
const pressed = 'data-pressed'
/** What the browser or this script does by itself. */
const native = 'a[href]:not([data-hold]),summary,[data-opens],[data-slide],[data-step],form:not([method=post]) label'
/** What makes React hydrate the whole page in one go, which a slow phone would answer nothing else meanwhile. */
const urgent = ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend', 'click', 'focusin']

interface QueuedAction {
	replay: () => void
	/** The default action of the browser. */
	isNative: boolean
	/** Shown until the real one is there. */
	sheet?: HTMLDialogElement
}

/**
 * Queues what was pressed and replays it after hydration: a button once, however often it was pressed, because the
 * effect of the first press could not be seen. Returns a function that stops waiting.
 */
export function queueActions(start: () => void): () => void {
	const { add, release, replay, showReleased } = createQueue(start)
	const typing = queueTyping()

	function onStep(event: Event) {
		const field = stepField(event as UIEvent)
		if (field) typing.add(field)
	}
	function onClick(event: Event) {
		onStep(event)
		const control = (event.target as Element).closest?.<HTMLElement>('button[type=button]:not([data-step]),a[href]')
		if (!control || showSlide(control)) return
		// The browser handles links and forms by itself; only what needs a script is queued.
		if (control.matches('a:not([data-hold])'))
			return showNavigating(isFollowed(control as HTMLAnchorElement, event as MouseEvent))
		add(event, control, () => control.click(), control.matches('a'))
	}
	function onSubmit(event: Event) {
		const form = event.target as HTMLFormElement
		const { submitter } = event as SubmitEvent
		// A form that only requests a page is like a link.
		if (form.method === 'post') add(event, submitter ?? form, () => form.requestSubmit(submitter), true)
	}
	function onDown(event: Event) {
		onStep(event)
		;(event.target as Element).closest?.('a[href],button,summary,label')?.setAttribute(pressed, '')
		start()
	}
	function onKey(event: KeyboardEvent) {
		start()
		if (event.key === '/') focusSearch(event)
	}
	function keepFromReact(event: Event) {
		if ((event.target as Element).closest?.(native)) event.stopPropagation()
	}
	function onHydrated() {
		for (const [name, listener] of listeners) removeEventListener(name, listener as EventListener, true)
		showNavigating(false)
		typing.replay()
		replay()
	}
	const listeners = [
		['pointerdown', onDown],
		['pointerup', showReleased],
		['pointercancel', showReleased],
		['keydown', onKey],
		['focusin', () => start()],
		['click', onClick],
		['submit', onSubmit],
		...urgent.map((name) => [name, keepFromReact] as const),
	] as const
	for (const [name, listener] of listeners) addEventListener(name, listener as EventListener, true)
	addEventListener('shop:hydrated', onHydrated, { once: true })
	return release
}

/** The actions that wait, each control once. */
function createQueue(start: () => void) {
	const queued = new Map<Element, QueuedAction>()
	let timer: ReturnType<typeof setTimeout> | undefined
	let isPassing = false

	function add(event: Event, control: Element, replay: () => void, isNative: boolean) {
		if (isPassing) return
		event.preventDefault()
		event.stopImmediatePropagation()
		control.setAttribute(pressed, '')
		if (!queued.has(control)) {
			const sheet = openEmptySheet(control as HTMLElement, () => queued.delete(control) && showReleased())
			queued.set(control, { replay, isNative, sheet })
		}
		timer ??= setTimeout(release, nativeSubmitDelay)
		start()
	}
	/** Removes the pressed look from all controls but those that wait. */
	function showReleased() {
		for (const element of document.querySelectorAll(`[${pressed}]`)) {
			if (!queued.has(element)) element.removeAttribute(pressed)
		}
	}
	/** Stops waiting: the browser does the first action it can do by itself. */
	function release() {
		const first = [...queued.values()].find(({ isNative }) => isNative)
		for (const { sheet } of queued.values()) sheet?.remove()
		queued.clear()
		showReleased()
		timer = undefined
		if (!navigator.onLine) return
		isPassing = true
		first?.replay()
		isPassing = false
	}
	function replay() {
		clearTimeout(timer)
		const actions = [...queued]
		queued.clear()
		showReleased()
		// Each by itself: React would take clicks made in one go for one and the same.
		for (const [control, action] of actions) {
			setTimeout(() => {
				if (action.sheet) replaceSheet(action.sheet, control as HTMLElement)
				if (control.isConnected) action.replay()
			})
		}
	}
	return { add, release, replay, showReleased }
}

/** The slash goes to the search, as it does later. */
function focusSearch(event: KeyboardEvent) {
	if (event.ctrlKey || event.metaKey || event.altKey) return
	if ((event.target as Element).closest?.('input,textarea,select,[contenteditable]')) return
	const fields = document.querySelectorAll<HTMLElement>('[aria-keyshortcuts="/"]')
	const field = [...fields].find((one) => one.checkVisibility?.())
	if (!field) return
	event.preventDefault()
	field.focus()
}
