import { formatMoney } from '@larek/shared/money.ts'
import { m } from '~/paraglide/messages.js'
import type { Limits } from './steam.ts'
import type { FormField, Problem } from './validation.ts'

type FieldTexts = Record<FormField, () => string>

const prompts: FieldTexts = {
	closed: m['order_form.ask.closed'],
	packs: m['order_form.ask.packs'],
	steamAmount: m['order_form.ask.amount'],
	supplyUserId: m['order_form.ask.user_id'],
	server: m['order_form.ask.server'],
	serverCustom: m['order_form.ask.server_custom'],
	gameAccountId: m['order_form.ask.account_id'],
	gameAvatar: m['order_form.ask.avatar'],
	historyOrderId: m['order_form.ask.avatar'],
	steamAccountId: m['order_form.ask.steam_login'],
	email: m['order_form.ask.email'],
	signIn: m['order_form.ask.sign_in'],
}

const checkPrompts: Partial<FieldTexts> = {
	steamAmount: m['order_form.ask.amount_check'],
	supplyUserId: m['order_form.ask.user_id_check'],
	steamAccountId: m['order_form.ask.steam_login_check'],
	email: m['order_form.ask.email_check'],
}

/** The text of the button while the order cannot be made. */
export function promptFor({ place, why }: Problem): string {
	return (why === 'missing' ? prompts[place] : (checkPrompts[place] ?? prompts[place]))()
}

const missing: Partial<FieldTexts> = {
	packs: m['order_form.error.packs'],
	steamAmount: m['order_form.error.amount'],
	supplyUserId: m['order_form.error.user_id'],
	server: m['order_form.error.server'],
	serverCustom: m['order_form.error.server_custom'],
	gameAccountId: m['order_form.error.account_id'],
	gameAvatar: m['order_form.error.avatar'],
	steamAccountId: m['order_form.error.steam_login'],
	email: m['order_form.error.email'],
}

const wrong: Partial<FieldTexts> = {
	steamAmount: m['order_form.error.amount_wrong'],
	steamAccountId: m['order_form.error.steam_login_wrong'],
	email: m['order_form.error.email_wrong'],
}

/** The text under the field. */
export function errorText({ place, why }: Problem, limits: Limits): string | undefined {
	if (why === 'low') return m['order_form.error.amount_low']({ sum: formatMoney(limits.min) })
	if (why === 'unknown') return m['order_form.player_unknown']()
	if (why === 'high') return m['order_form.error.amount_high']({ sum: formatMoney(limits.max) })
	return (why === 'missing' ? missing : wrong)[place]?.()
}
