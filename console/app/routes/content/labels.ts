import type { BannerRow } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import type { Tone } from '~/kit/Pill.tsx'
import type { Reason } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'

export const reasons = (): Reason[] => [
	{ code: 'edit', label: m['content.reason_edit']() },
	{ code: 'mistake', label: m['content.reason_mistake']() },
	{ code: 'campaign', label: m['content.reason_campaign']() },
	{ code: 'law', label: m['content.reason_law']() },
	{ code: 'other', label: m['reason.other']() },
]

const states = {
	shown: m['content.banner_shown'],
	planned: m['content.banner_planned'],
	ended: m['content.banner_ended'],
	off: m['content.banner_off'],
	unsold: m['content.banner_unsold'],
}
const tones: Record<BannerRow['state'], Tone> = {
	shown: 'good',
	planned: 'note',
	ended: 'plain',
	off: 'plain',
	unsold: 'bad',
}
export const bannerState = (state: BannerRow['state']) => messageByKey(states, state)
export const bannerTone = (state: BannerRow['state']): Tone => tones[state]

/** When a banner is shown, or nothing if it always is. */
export function bannerTerm({ shownFrom, shownUntil }: BannerRow): string | undefined {
	if (!shownFrom && !shownUntil) return undefined
	const side = (at: string | null) => (at ? dayAndTime(new Date(at)) : m['content.always']())
	return m['content.term']({ from: side(shownFrom), until: side(shownUntil) })
}
