import { find } from '@larek/api/admin/sdk.gen.ts'
import type { Finding, FoundBy, FoundThing } from '@larek/api/admin/types.gen.ts'
import { messageByKey } from '@larek/shared/messageByKey.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { dayAndTime } from '@larek/shared/time.ts'
import { Banknote, Gamepad2, Gift, KeyRound, type LucideIcon, ReceiptText, UserRound } from 'lucide-react'
import { call } from '~/api/client.ts'
import { statusLabel } from '~/common/orderLabels.ts'
import type { Finder, PaletteGroup, PaletteItem } from '~/kit/palette.ts'
import { m } from '~/paraglide/messages.js'

const whys: Record<FoundBy, () => string> = {
	number: m['find.number'],
	hash: m['find.hash'],
	email: m['find.email'],
	phone: m['find.phone'],
	player: m['find.player'],
	reference: m['find.reference'],
	key: m['find.key'],
	provider_id: m['find.provider_id'],
	supplier_ref: m['find.supplier_ref'],
	code: m['find.code'],
	sum: m['find.sum'],
	refund: m['find.refund'],
	task: m['find.task'],
	words: m['find.words'],
}
const icons: Record<FoundThing['kind'], LucideIcon> = {
	order: ReceiptText,
	customer: UserRound,
	game: Gamepad2,
	gift: Gift,
	notice: Banknote,
	code: KeyRound,
}

/** The page of a thing that is no order, if it has one. */
const pages: Partial<Record<FoundThing['kind'], (id: number) => string>> = {
	customer: (id) => `/customers/${id}`,
	game: (id) => `/catalog/${id}`,
	notice: (id) => `/queue?task=unmatched:${id}`,
}

/** Searches for orders, customers, payments and codes by the text. */
export const findAnything: Finder = async (text, signal) => groupsOf(await call(find, { body: { text }, signal }))

/** Groups results by the reason they matched; without results, lists what was searched. */
export function groupsOf({ results, tried, withheld }: Finding): PaletteGroup[] {
	const groups = new Map<FoundBy, PaletteItem[]>()
	for (const thing of results) {
		const items = groups.get(thing.why) ?? []
		groups.set(thing.why, [...items, itemOf(thing)])
	}
	const found = [...groups].map(([why, items]) => ({ title: messageByKey(whys, why), items }))
	if (found.length > 0 || tried.length + withheld.length === 0) return found
	const names = (list: FoundBy[]) => list.map((one) => messageByKey(whys, one)).join(', ')
	const hints = [
		tried.length > 0 && {
			id: 'tried',
			title: m['find.nothing'](),
			hint: m['find.tried']({ names: names(tried).toLowerCase() }),
		},
		withheld.length > 0 && { id: 'withheld', title: m['find.withheld'](), hint: names(withheld) },
	]
	return [{ title: m['find.result'](), items: hints.filter((hint) => hint !== false) }]
}

function itemOf({ kind, id, title, order }: FoundThing): PaletteItem {
	if (!order) return { id: `${kind}-${id}`, title, icon: icons[kind], to: pages[kind]?.(id) }
	const goods = [order.title || order.goods, order.lines > 1 && `+${order.lines - 1}`].filter(Boolean).join(' ')
	const sum = formatMoney(parseMoney(order.sum), 'RUB', { exact: true })
	return {
		id: `${kind}-${id}`,
		title: kind === 'order' ? m['order.title']({ id: order.id }) : title,
		hint: [goods, dayAndTime(new Date(order.created)), sum, statusLabel(order.status)].join(' · '),
		icon: icons[kind],
		to: `/orders/${order.id}`,
	}
}
