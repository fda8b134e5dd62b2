// Follows the sentences of §4, "Notification queue".
import { expect, test } from 'vitest'
import { type Notice, type Notices, next, noNotices, push } from './toastQueue.ts'

const saved: Notice = { type: 'success', text: 'Сохранено' }
const failed: Notice = { type: 'error', text: 'Не вышло' }

const pushed = (...notices: Notice[]): Notices => notices.reduce(push, noNotices)

test('a new notification shows at once if none is showing', () => {
	expect(pushed(saved)).toEqual({ showing: { ...saved, run: 1 }, queue: [] })
})

test('one with the same text and type restarts the animation', () => {
	expect(pushed(saved, saved)).toEqual({ showing: { ...saved, run: 2 }, queue: [] })
})

test.each<Notice>([failed, { ...saved, type: 'error' }, { ...saved, text: 'Другое' }])(
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
	expect(next(noNotices)).toEqual({ showing: null, queue: [] })
})
