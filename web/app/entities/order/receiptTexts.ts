import { formatMoney } from '@larek/shared/money.ts'
import { m } from '~/paraglide/messages.js'
import type { OrderView } from './orderView.ts'

/** Where it all goes: the account, the name it is known by, and where the key of a gift works. */
export function whereTo({ account, player }: OrderView, works?: string | null): string {
	return [account, player && m['order_page.player']({ name: player }), works].filter(Boolean).join(' · ')
}

/** What a Steam wallet gets, or has got. */
export function walletText({ wallet, lines }: OrderView): string {
	const sum = formatMoney(wallet ?? 0, 'RUB', { exact: true })
	const isThere = lines.every(({ status }) => status === 'completed')
	return isThere ? m['order_page.wallet_came']({ sum }) : m['order_page.wallet']({ sum })
}
