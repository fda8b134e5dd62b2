import type { ProviderRow } from '@larek/api/admin/types.gen.ts'
import { duration } from '~/kit/duration.ts'
import type { Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'
import { stateOf } from './health.ts'

export type ProviderState = 'unset' | 'silent' | 'falls' | 'quiet' | 'works'

/** Returns the worst state of a provider: no buyer can pay, then no response to us. */
export function providerState(
	row: Pick<ProviderRow, 'isConfigured' | 'isSilent' | 'hour' | 'day' | 'weekAgo'>,
): ProviderState {
	if (!row.isConfigured) return 'unset'
	if (row.isSilent) return 'silent'
	const state = stateOf({ isActive: true, pause: null, hour: row.hour, day: row.day, weekAgo: row.weekAgo })
	return state === 'falls' || state === 'quiet' ? state : 'works'
}

export const providerTone: Record<ProviderState, Tone> = {
	unset: 'plain',
	silent: 'bad',
	falls: 'soon',
	quiet: 'plain',
	works: 'good',
}
export const providerLabel: Record<ProviderState, () => string> = {
	unset: m['methods.unset'],
	silent: m['methods.silent'],
	falls: m['methods.falls'],
	quiet: m['methods.quiet'],
	works: m['methods.works'],
}

/** «половина за 34 с»: seconds until a minute, then as other times are. */
export function payTime(seconds: number | null): string {
	if (seconds === null) return '—'
	const time = seconds < 60 ? `${Math.round(seconds)}\u00a0с` : duration(seconds * 1000)
	return m['methods.half_within']({ time })
}
