import type { BlockWhat } from '@larek/api/admin/types.gen.ts'
import { type FieldSpec, type Option, rules } from '~/common/SpecDialog.tsx'
import { m } from '~/paraglide/messages.js'
import type { Subject } from './orderActions.ts'

const names: Record<BlockWhat, () => string> = {
	account: m['action.block_account'],
	email: m['action.block_email'],
	player: m['action.block_player'],
}

const toOption = (what: BlockWhat): Option => ({ value: what, label: names[what]() })

/** The parts of an order that can be blocked. */
function blockable({ order }: Subject): BlockWhat[] {
	const has = { account: order.buyer.userId, email: order.buyer.email, player: order.destination.player }
	return (['account', 'email', 'player'] as const).filter((what) => has[what])
}

/** Blocks and unblocks the buyer of an order. */
export const blockFields = {
	what: {
		name: 'what',
		label: m['action.block_what'](),
		kind: 'radio',
		options: (subject) => blockable(subject).map(toOption),
		rule: rules.chosen,
	},
	blocked: {
		name: 'what',
		label: m['action.unblock_what'](),
		kind: 'radio',
		options: ({ actions }) => actions.blocks.map(toOption),
		rule: rules.chosen,
	},
} satisfies Record<string, FieldSpec<Subject>>
