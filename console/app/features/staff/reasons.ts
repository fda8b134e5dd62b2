import type { Reason } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'

/** Why people and roles are changed. */
export const staffReasons = (): Reason[] => [
	{ code: 'duties_changed', label: m['staff.reason_duties']() },
	{ code: 'left', label: m['staff.reason_left']() },
	{ code: 'lost_device', label: m['staff.reason_lost']() },
	{ code: 'security', label: m['staff.reason_security']() },
	{ code: 'other', label: m['staff.reason_other']() },
]
