export type NoticeType = 'success' | 'warning' | 'error'

export interface Notice {
	type: NoticeType
	text: string
}

export interface Notices {
	/** `run` grows with every start of the animation, so a repeated notice is animated anew. */
	showing: (Notice & { run: number }) | null
	queue: Notice[]
}

export const noNotices: Notices = { showing: null, queue: [] }

/** A new notice shows at once, restarts its twin, or waits its turn. */
export function push(state: Notices, notice: Notice): Notices {
	const { showing } = state
	if (!showing) return { ...state, showing: { ...notice, run: 1 } }
	if (showing.type === notice.type && showing.text === notice.text) {
		return { ...state, showing: { ...showing, run: showing.run + 1 } }
	}
	return { ...state, queue: [...state.queue, notice] }
}

/** The animation has ended or the notice was closed: the next one, or nothing. */
export function next(state: Notices): Notices {
	const [first, ...rest] = state.queue
	if (!first) return { showing: null, queue: [] }
	return { showing: { ...first, run: (state.showing?.run ?? 0) + 1 }, queue: rest }
}
