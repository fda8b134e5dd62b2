import { createStore } from '~/lib/store.ts'
import { type NoticeType, next, noNotices, push } from './toastQueue.ts'

export const notices = createStore(noNotices)

export function notify(type: NoticeType, text: string): void {
	notices.update((state) => push(state, { type, text }))
}

export function dismiss(): void {
	notices.update(next)
}
