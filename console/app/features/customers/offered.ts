import type { Customer } from '@larek/api/admin/types.gen.ts'
import type { Permission } from '~/api/session.ts'
import type { DialogKind } from './CustomerDialog.tsx'

/** What can be done about an account, in the order of the buttons, with who may. */
export function offered({ profile, erasure, sessions }: Customer): [DialogKind, Permission][] {
	const hasMoney = Number(profile.balance) > 0
	const all: [DialogKind, Permission, boolean][] = [
		['view', 'customer.view_as', true],
		['credit', 'goodwill.give', true],
		['pay_out', 'recon.write_off', hasMoney],
		['debit', 'recon.write_off', hasMoney],
		['sign_out', 'customer.bar', sessions.length > 0],
		['block', 'customer.bar', !profile.isBlocked],
		['unblock', 'customer.bar', profile.isBlocked],
		['copy', 'customer.export', true],
		['erase', 'customer.erase', erasure === null],
	]
	return profile.erasedAt ? [] : all.filter(([, , is]) => is).map(([kind, permission]) => [kind, permission])
}
