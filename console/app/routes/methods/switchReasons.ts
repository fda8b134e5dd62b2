import { m } from '~/paraglide/messages.js'

/** Why a method is switched off or on. */
export const switchReasons = () => [
	{ code: 'fails', label: m['methods.reason_fails']() },
	{ code: 'repaired', label: m['methods.reason_repaired']() },
	{ code: 'contract', label: m['methods.reason_contract']() },
	{ code: 'other', label: m['reason.other']() },
]
