export type ToastType = 'success' | 'warning' | 'error'

export interface Toast {
	type: ToastType
	text: string
}

export interface ToastQueue {
	/** `run` grows with every start of the animation, so a repeated toast is animated again. */
	showing: (Toast & { run: number }) | null
	queue: Toast[]
}

export const noToasts: ToastQueue = { showing: null, queue: [] }

/** A new toast is shown at once, restarts an equal one, or is queued. */
export function push(state: ToastQueue, toast: Toast): ToastQueue {
	const { showing } = state
	if (!showing) return { ...state, showing: { ...toast, run: 1 } }
	if (showing.type === toast.type && showing.text === toast.text) {
		return { ...state, showing: { ...showing, run: showing.run + 1 } }
	}
	return { ...state, queue: [...state.queue, toast] }
}

/** The animation has ended or the toast was closed: the next one, or nothing. */
export function next(state: ToastQueue): ToastQueue {
	const [first, ...rest] = state.queue
	if (!first) return { showing: null, queue: [] }
	return { showing: { ...first, run: (state.showing?.run ?? 0) + 1 }, queue: rest }
}
