import type { Setting, SettingAreaName, SettingKey, SignInProvider, SignInRule } from '@larek/api/admin/types.gen.ts'
import { m } from '~/paraglide/messages.js'

export const areaLabel: Record<SettingAreaName, () => string> = {
	steam: m['settings.area_steam'],
	standoff: m['settings.area_standoff'],
	delivery: m['settings.area_delivery'],
	payments: m['settings.area_payments'],
	reviews: m['settings.area_reviews'],
	queue: m['settings.area_queue'],
}

/** When a change takes effect. */
export const areaEffect: Record<SettingAreaName, () => string> = {
	steam: m['settings.effect_orders'],
	standoff: m['settings.effect_orders'],
	delivery: m['settings.effect_delivery'],
	payments: m['settings.effect_payments'],
	reviews: m['settings.effect_reviews'],
	queue: m['settings.effect_queue'],
}

export const settingLabel: Record<SettingKey, () => string> = {
	commission: m['settings.commission'],
	min_amount: m['settings.min_amount'],
	max_amount: m['settings.max_amount'],
	market_fee: m['settings.market_fee'],
	surplus: m['settings.surplus'],
	cost_limit: m['settings.cost_limit'],
	min_margin: m['settings.min_margin'],
	hold_minutes: m['settings.hold_minutes'],
	prepaid_days: m['settings.prepaid_days'],
	late_hours: m['settings.late_hours'],
	publish_from: m['settings.publish_from'],
	code_minutes: m['settings.code_minutes'],
	refund_minutes: m['settings.refund_minutes'],
	unmatched_minutes: m['settings.unmatched_minutes'],
	review_minutes: m['settings.review_minutes'],
	difference_minutes: m['settings.difference_minutes'],
	cost_minutes: m['settings.cost_minutes'],
	price_minutes: m['settings.price_minutes'],
	letter_minutes: m['settings.letter_minutes'],
}

/** The value of the setting that shows no review without a person. */
const noStars = 6

const number = new Intl.NumberFormat('ru')

const units: Record<Setting['unit'], (value: number) => string> = {
	percent: (value) => m['settings.percent']({ value: number.format(value) }),
	rubles: (value) => m['settings.rubles']({ value: number.format(value) }),
	minutes: (value) =>
		value >= 60 && value % 60 === 0
			? m['settings.hours']({ value: number.format(value / 60) })
			: m['settings.minutes']({ value: number.format(value) }),
	hours: (value) => m['settings.hours']({ value: number.format(value) }),
	days: (value) => m['settings.days']({ value: number.format(value) }),
	stars: (value) => (value >= noStars ? m['settings.stars_none']() : m['settings.stars']({ value })),
	switch: (value) => (value ? m['settings.on']() : m['settings.off']()),
}

/** A value as people read it. Whole hours of minutes are hours. */
export const shownValue = ({ unit }: Pick<Setting, 'unit'>, value: string) => units[unit](Number(value))

/** A value as people type it: 9 or 11,5. */
export const typedValue = (value: string) => String(Number(value)).replace('.', ',')

/** Converts a typed value to the server's format. */
export const sentValue = (text: string) => Number(text.trim().replace(',', '.')).toFixed(2)

/** Values to choose from, where there are few. */
export function choicesOf(setting: Setting): { value: string; label: string }[] | undefined {
	if (setting.unit !== 'switch' && setting.unit !== 'stars') return undefined
	const least = Number(setting.least)
	return Array.from({ length: Number(setting.most) - least + 1 }, (_, at) => {
		const value = String(least + at)
		return { value, label: shownValue(setting, value) }
	})
}

/** Returns the edited settings. Invalid values are ignored. */
export function changedSettings(settings: Setting[], typed: Record<string, string>) {
	return settings.flatMap((setting) => {
		const value = sentValue(typed[setting.key] ?? setting.value)
		return value === 'NaN' || value === setting.value ? [] : [{ setting, value }]
	})
}

/** Reports whether a change needs approval by a second person. */
export const needsTwo = ({ costly, value: was }: Setting, value: string) =>
	costly === 'up' ? Number(value) > Number(was) : costly === 'down' && Number(value) < Number(was)

export const reasons = () => [
	{ code: 'owner', label: m['settings.reason_owner']() },
	{ code: 'mistake', label: m['settings.reason_mistake']() },
	{ code: 'other', label: m['reason.other']() },
]

/** Address of the earlier changes of an area. */
export const historyOf = (area: SettingAreaName | 'sign_in' | 'brand' | 'opening') =>
	`/audit?object_kind=settings&object_id=${area}`

export const serviceName: Record<SignInProvider, () => string> = {
	facebook: () => 'Facebook',
	google: () => 'Google',
	steam: () => 'Steam',
	telegram: () => 'Telegram',
	vk: m['settings.vk'],
	vk_id: () => 'VK ID',
	yandex: m['settings.yandex'],
}

export function signInRule({ allowed, except }: Pick<SignInRule, 'allowed' | 'except'>): string {
	const countries = except.join(', ')
	if (allowed) return countries ? m['settings.allowed_except']({ countries }) : m['settings.allowed']()
	return countries ? m['settings.denied_except']({ countries }) : m['settings.denied']()
}

/** Country codes of a typed list. */
export const countriesOf = (typed: string): string[] => typed.toUpperCase().match(/[A-Z]{2}/g) ?? []
