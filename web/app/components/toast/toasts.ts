import { createStore } from '@larek/shared/store.ts'
import { next, noToasts, push, type ToastType } from './toastQueue.ts'

/** Long enough to have been read; the toast of a refusal that navigates elsewhere is younger. */
const readFor = 1_000

export const toasts = createStore(noToasts)
let since = 0

export function showToast(type: ToastType, text: string): void {
	if (type === 'error') since = Date.now()
	toasts.update((state) => push(state, { type, text }))
}

export function dismiss(): void {
	toasts.update(next)
}

/** An error of the last page is not shown on the next one. */
export function dismissErrors(): void {
	if (Date.now() - since < readFor) return
	toasts.update((state) => {
		const queue = state.queue.filter(({ type }) => type !== 'error')
		return state.showing?.type === 'error' ? next({ ...state, queue }) : { ...state, queue }
	})
}
