import type { MethodPause, MethodRow, MethodTries } from '@larek/api/admin/types.gen.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import type { Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

const percent = ({ tries, paid }: MethodTries) => Math.round((100 * paid) / tries)

/** «96 % (48 из 50)», or a dash without attempts. */
export const rateOf = (tries: MethodTries) =>
	tries.tries === 0 ? '—' : m['methods.rate']({ percent: percent(tries), paid: tries.paid, tries: tries.tries })

/** With fewer attempts a success rate is noise. */
const enough = 5
/** Points by which an hour may be worse than the same hour a week ago. */
const drop = 20

export type State = 'off' | 'falls' | 'quiet' | 'works' | MethodPause['state']

/** Compares a method's last hour with the same hour a week ago, or with its day. */
export function stateOf({
	isActive,
	pause,
	hour,
	day,
	weekAgo,
}: Pick<MethodRow, 'isActive' | 'pause' | 'hour' | 'day' | 'weekAgo'>): State {
	if (pause) return pause.state
	if (!isActive) return 'off'
	if (hour.tries < enough) return day.tries === 0 ? 'quiet' : 'works'
	const usual = weekAgo.tries >= enough ? weekAgo : day
	return percent(usual) - percent(hour) >= drop ? 'falls' : 'works'
}

export const stateTone: Record<State, Tone> = {
	off: 'bad',
	falls: 'soon',
	quiet: 'plain',
	works: 'good',
	paused: 'bad',
	trying: 'soon',
	failing: 'bad',
	kept: 'plain',
}
export const stateLabel: Record<State, () => string> = {
	off: m['methods.off'],
	falls: m['methods.falls'],
	quiet: m['methods.quiet'],
	works: m['methods.works'],
	paused: m['methods.paused'],
	trying: m['methods.trying'],
	failing: m['methods.failing'],
	kept: m['methods.kept'],
}

const of = (tries: MethodTries) => m['methods.of']({ paid: tries.paid, tries: tries.tries })

/** Explains why the shop paused a method or left it on. */
export function pauseLabel({ state, since, until, now, weekAgo, by, reason }: MethodPause): string {
	const at = dayAndTime(new Date(since))
	const rates = { now: of(now), before: of(weekAgo) }
	if (state === 'kept') return m['methods.kept_why']({ by, since: at, reason })
	if (state === 'trying') return m['methods.trying_why']({ since: at })
	if (state === 'failing') return m['methods.failing_why'](rates)
	return m['methods.paused_why']({ ...rates, until: until ? dayAndTime(new Date(until)) : '' })
}
