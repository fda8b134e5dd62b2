import { m } from '~/paraglide/messages.js'

/** What the dialogs of actions on an order say. */
export const texts = {
	ask: {
		go: m['action.ask_go'],
		done: m['action.ask_done'],
		consequences: [m['action.ask_1'], m['action.ask_2']],
	},
	deliver: {
		go: m['action.deliver_go'],
		done: m['action.deliver_done'],
		consequences: [m['action.deliver_1'], m['action.deliver_2']],
	},
	retry: {
		go: m['action.retry_go'],
		done: m['action.retry_done'],
		consequences: [m['action.retry_1'], m['action.retry_2']],
	},
	reroute: {
		go: m['action.reroute_go'],
		done: m['action.reroute_done'],
		consequences: [m['action.reroute_1'], m['action.retry_2']],
	},
	correct: {
		go: m['action.correct_go'],
		done: m['action.correct_done'],
		consequences: [m['action.correct_1'], m['action.correct_2']],
	},
	pause: {
		go: m['action.hold_go'],
		done: m['action.hold_done'],
		consequences: [m['action.hold_1'], m['action.hold_2']],
	},
	resume: {
		go: m['action.release_go'],
		done: m['action.release_done'],
		consequences: [m['action.release_1']],
	},
	cancel: {
		go: m['action.cancel_go'],
		done: m['action.cancel_done'],
		consequences: [m['action.cancel_1']],
	},
	replace: {
		go: m['action.replace_go'],
		done: m['action.replace_done'],
		consequences: [m['action.replace_1'], m['action.replace_2']],
	},
	goodwill: {
		go: m['action.goodwill_go'],
		done: m['action.goodwill_done'],
		consequences: [m['action.goodwill_1'], m['action.goodwill_2']],
	},
	letter: {
		go: m['action.resend_go'],
		done: m['action.resend_done'],
		consequences: [m['action.resend_1']],
	},
	note: { go: m['action.note_go'], done: m['action.note_done'], consequences: [] },
	wake: {
		go: m['action.wake_go'],
		done: m['action.wake_done'],
		consequences: [m['action.wake_1']],
	},
	block: {
		go: m['action.block_go'],
		done: m['action.block_done'],
		consequences: [m['action.block_1']],
	},
	unblock: {
		go: m['action.unblock_go'],
		done: m['action.unblock_done'],
		consequences: [m['action.unblock_1']],
	},
}
