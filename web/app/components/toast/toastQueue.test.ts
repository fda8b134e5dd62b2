// Follows the sentences of §4, "Notification queue".
import { expect, test } from 'vitest'
import { next, noToasts, push, type Toast, type ToastQueue } from './toastQueue.ts'

const saved: Toast = { type: 'success', text: 'Сохранено' }
const failed: Toast = { type: 'error', text: 'Не вышло' }

const pushed = (...toasts: Toast[]): ToastQueue => toasts.reduce(push, noToasts)

test('a new notification shows at once if none is showing', () => {
	expect(pushed(saved)).toEqual({ showing: { ...saved, run: 1 }, queue: [] })
})

test('one with the same text and type restarts the animation', () => {
	expect(pushed(saved, saved)).toEqual({ showing: { ...saved, run: 2 }, queue: [] })
})

test.each<Toast>([failed, { ...saved, type: 'error' }, { ...saved, text: 'Другое' }])(
	'otherwise it is queued: %o',
	(other) => {
		expect(pushed(saved, other)).toEqual({ showing: { ...saved, run: 1 }, queue: [other] })
	},
)

test('when one ends, the next queued one shows', () => {
	const state = next(pushed(saved, failed, { type: 'warning', text: 'Ждём' }))
	expect(state.showing).toMatchObject(failed)
	expect(state.queue).toEqual([{ type: 'warning', text: 'Ждём' }])
})

test('the next one is animated anew even when it says the same', () => {
	const state = pushed(saved, failed, saved)
	expect(next(next(state)).showing?.run).not.toBe(next(state).showing?.run)
})

test('when the queue is empty it is hidden', () => {
	expect(next(pushed(saved))).toEqual({ showing: null, queue: [] })
	expect(next(noToasts)).toEqual({ showing: null, queue: [] })
})
