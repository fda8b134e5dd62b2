import type { MethodRow, MethodTries } from '~/api/gen/types.gen.ts'
import type { Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

const percent = ({ tries, paid }: MethodTries) => Math.round((100 * paid) / tries)

/** «96 % (48 из 50)», or a dash without attempts. */
export const rateOf = (tries: MethodTries) =>
	tries.tries === 0 ? '—' : m['methods.rate']({ percent: percent(tries), paid: tries.paid, tries: tries.tries })

/** Fewer attempts say nothing about a method. */
const enough = 5
/** Points by which an hour may be worse than the same hour a week ago. */
const drop = 20

export type State = 'off' | 'falls' | 'quiet' | 'works'

/** How a method does: its last hour against the same hour a week ago, or against its day. */
export function stateOf({
	isActive,
	hour,
	day,
	weekAgo,
}: Pick<MethodRow, 'isActive' | 'hour' | 'day' | 'weekAgo'>): State {
	if (!isActive) return 'off'
	if (hour.tries < enough) return day.tries === 0 ? 'quiet' : 'works'
	const usual = weekAgo.tries >= enough ? weekAgo : day
	return percent(usual) - percent(hour) >= drop ? 'falls' : 'works'
}

export const stateTone: Record<State, Tone> = { off: 'bad', falls: 'soon', quiet: 'plain', works: 'good' }
export const stateLabel: Record<State, () => string> = {
	off: m['methods.off'],
	falls: m['methods.falls'],
	quiet: m['methods.quiet'],
	works: m['methods.works'],
}
