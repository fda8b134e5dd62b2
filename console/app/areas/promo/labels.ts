import type { PromoRow } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import type { Tone } from '~/kit/Pill.tsx'
import type { Reason } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'

const states = {
	active: m['promo.state_active'],
	planned: m['promo.state_planned'],
	ended: m['promo.state_ended'],
	stopped: m['promo.state_stopped'],
}
const tones: Record<string, Tone> = { active: 'good', planned: 'note', stopped: 'bad' }
const kinds = {
	public: m['promo.kind_public'],
	welcome: m['promo.kind_welcome'],
	recent: m['promo.kind_recent'],
	personal: m['promo.kind_personal'],
}
const goods = { all: m['promo.goods_all'], games: m['promo.goods_games'], gifts: m['promo.goods_gifts'] }
const uses = { reserved: m['promo.use_reserved'], consumed: m['promo.use_consumed'], released: m['promo.use_released'] }

export const stateLabel = (state: string) => messageByKey(states, state)
export const stateTone = (state: string): Tone => tones[state] ?? 'plain'
export const stateOptions = Object.keys(states).map((value) => ({ value, label: stateLabel(value) }))
export const kindLabel = (kind: string) => messageByKey(kinds, kind)
/** Kinds an operator can make. */
export const kindOptions = ['public', 'welcome', 'recent'].map((value) => ({ value, label: kindLabel(value) }))
export const goodsOptions = Object.keys(goods).map((value) => ({ value, label: messageByKey(goods, value) }))
export const useLabel = (state: string) => messageByKey(uses, state)
export const useTone = (state: string): Tone => ({ consumed: 'good', reserved: 'note' })[state] as Tone

/** The goods a code applies to: a game, a gift, or a kind of goods. */
export const targetOf = ({ target, goods: sort }: PromoRow) => target ?? messageByKey(goods, sort)

/** Paid orders that used it, out of its limit. */
export const usesOf = ({ uses: n, totalLimit }: PromoRow) =>
	totalLimit ? m['promo.uses_of']({ uses: n, limit: totalLimit }) : String(n)

const date = new Intl.DateTimeFormat('ru', {
	day: 'numeric',
	month: 'short',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'Europe/Moscow',
})
export const termOf = (until: string | null) =>
	until ? m['promo.till']({ date: date.format(new Date(until)) }) : m['promo.forever']()

const reasons = {
	campaign: m['promo.reason_campaign'],
	partner: m['promo.reason_partner'],
	campaign_ended: m['promo.reason_ended'],
	abuse: m['promo.reason_abuse'],
	mistake: m['promo.reason_mistake'],
	other: m['reason.other'],
}
export const reasonsFor = (...codes: (keyof typeof reasons)[]): Reason[] =>
	[...codes, 'other' as const].map((code) => ({ code, label: reasons[code]() }))
