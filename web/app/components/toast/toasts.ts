import { createStore } from '@larek/shared/store.ts'
import { next, noToasts, push, type ToastQueue, type ToastType } from './toastQueue.ts'

/** Long enough to have been read; the toast of a refusal that navigates elsewhere is younger. */
const readFor = 1_000

export const toasts = createStore(noToasts)
let since = 0

function change(to: (state: ToastQueue) => ToastQueue): void {
	const before = toasts.get().showing
	toasts.update(to)
	if (toasts.get().showing !== before) since = Date.now()
}

export function showToast(type: ToastType, text: string): void {
	change((state) => push(state, { type, text }))
}

export function dismiss(): void {
	change(next)
}

/** Closes an error that was read on the last page; what waits in the queue has not been read and is shown next. */
export function dismissReadError(): void {
	if (toasts.get().showing?.type === 'error' && Date.now() - since >= readFor) dismiss()
}
