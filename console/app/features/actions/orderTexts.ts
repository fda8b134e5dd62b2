import { m } from '~/paraglide/messages.js'

/** What actions on an order are called, and what they do. */
export const texts = {
	ask: {
		label: m['action.ask'],
		go: m['action.ask_go'],
		done: m['action.ask_done'],
		consequences: [m['action.ask_1'], m['action.ask_2']],
	},
	deliver: {
		label: m['action.deliver'],
		go: m['action.deliver_go'],
		done: m['action.deliver_done'],
		consequences: [m['action.deliver_1'], m['action.deliver_2']],
	},
	retry: {
		label: m['action.retry'],
		go: m['action.retry_go'],
		done: m['action.retry_done'],
		consequences: [m['action.retry_1'], m['action.retry_2']],
	},
	reroute: {
		label: m['action.reroute'],
		go: m['action.reroute_go'],
		done: m['action.reroute_done'],
		consequences: [m['action.reroute_1'], m['action.retry_2']],
	},
	correct: {
		label: m['action.correct'],
		go: m['action.correct_go'],
		done: m['action.correct_done'],
		consequences: [m['action.correct_1'], m['action.correct_2']],
	},
	pause: {
		label: m['action.hold'],
		go: m['action.hold_go'],
		done: m['action.hold_done'],
		consequences: [m['action.hold_1'], m['action.hold_2']],
	},
	resume: {
		label: m['action.release'],
		go: m['action.release_go'],
		done: m['action.release_done'],
		consequences: [m['action.release_1']],
	},
	cancel: {
		label: m['action.cancel'],
		go: m['action.cancel_go'],
		done: m['action.cancel_done'],
		consequences: [m['action.cancel_1']],
	},
	replace: {
		label: m['action.replace'],
		go: m['action.replace_go'],
		done: m['action.replace_done'],
		consequences: [m['action.replace_1'], m['action.replace_2']],
	},
	goodwill: {
		label: m['action.goodwill'],
		go: m['action.goodwill_go'],
		done: m['action.goodwill_done'],
		consequences: [m['action.goodwill_1'], m['action.goodwill_2']],
	},
	letter: {
		label: m['action.resend'],
		go: m['action.resend_go'],
		done: m['action.resend_done'],
		consequences: [m['action.resend_1']],
	},
	note: { label: m['action.note'], go: m['action.note_go'], done: m['action.note_done'], consequences: [] },
	wake: {
		label: m['action.wake'],
		go: m['action.wake_go'],
		done: m['action.wake_done'],
		consequences: [m['action.wake_1']],
	},
	block: {
		label: m['action.block'],
		go: m['action.block_go'],
		done: m['action.block_done'],
		consequences: [m['action.block_1']],
	},
	unblock: {
		label: m['action.unblock'],
		go: m['action.unblock_go'],
		done: m['action.unblock_done'],
		consequences: [m['action.unblock_1']],
	},
}
