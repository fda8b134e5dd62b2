import {
	BookOpen,
	ChartNoAxesColumn,
	CreditCard,
	House,
	KeyRound,
	LayoutGrid,
	type LucideIcon,
	MessageSquareText,
	PanelsTopLeft,
	Receipt,
	ReceiptText,
	Scale,
	ScrollText,
	SlidersHorizontal,
	Tag,
	TicketPercent,
	Truck,
	Undo2,
	UserRoundCog,
	UserRoundSearch,
	UsersRound,
} from 'lucide-react'
import type { Me, Permission } from '~/api/session.ts'
import type { Hotkey } from '~/kit/hotkeys.ts'
import type { Tone } from '~/kit/Pill.tsx'
import { m } from '~/paraglide/messages.js'

export interface MenuItem {
	to: string
	label: () => string
	/** The short title for the bottom bar of a phone. */
	short?: () => string
	icon: LucideIcon
	/** The required permission; without it, everybody sees the screen. */
	permission?: Permission
	/** The counter of `me` shown next to it. */
	badge?: string
	hotkey?: Hotkey
}

export interface MenuGroup {
	title?: () => string
	items: MenuItem[]
}

/** Every screen of the console in the order of the menu. */
export const menu: MenuGroup[] = [
	{
		items: [
			{
				to: '/',
				label: () => m['home.title'](),
				short: () => m['home.title'](),
				icon: House,
				permission: 'home',
				hotkey: 'goHome',
			},
			{
				to: '/queue',
				label: () => m['menu.queue'](),
				short: () => m['menu.queue_short'](),
				icon: UserRoundSearch,
				permission: 'task.take',
				badge: 'queue',
				hotkey: 'goQueue',
			},
		],
	},
	{
		title: () => m['menu.sales'](),
		items: [
			{
				to: '/orders',
				label: () => m['menu.orders'](),
				short: () => m['menu.orders'](),
				icon: ReceiptText,
				permission: 'orders.read',
				hotkey: 'goOrders',
			},
			{
				to: '/refunds',
				label: () => m['refunds.title'](),
				icon: Undo2,
				permission: 'payments.read',
				badge: 'refunds',
				hotkey: 'goRefunds',
			},
			{ to: '/customers', label: () => m['customers.title'](), icon: UsersRound, permission: 'customer.read' },
			{
				to: '/reviews',
				label: () => m['reviews.title'](),
				icon: MessageSquareText,
				permission: 'review.moderate',
				badge: 'reviews',
			},
		],
	},
	{
		title: () => m['menu.goods'](),
		items: [
			{
				to: '/catalog',
				label: () => m['menu.catalog'](),
				icon: LayoutGrid,
				permission: 'catalog.read',
				hotkey: 'goCatalog',
			},
			{
				to: '/prices',
				label: () => m['menu.prices'](),
				icon: Tag,
				permission: 'catalog.read',
				hotkey: 'goPrices',
			},
			{
				to: '/stock',
				label: () => m['menu.stock'](),
				icon: KeyRound,
				permission: 'catalog.read',
				badge: 'stock',
				hotkey: 'goStock',
			},
			{
				to: '/suppliers',
				label: () => m['menu.suppliers'](),
				icon: Truck,
				permission: 'catalog.read',
				badge: 'suppliers',
			},
			{ to: '/promo', label: () => m['promo.title'](), icon: TicketPercent, permission: 'catalog.read' },
			{ to: '/content', label: () => m['content.title'](), icon: PanelsTopLeft, permission: 'catalog.read' },
		],
	},
	{
		title: () => m['menu.money'](),
		items: [
			{ to: '/payments', label: () => m['methods.title'](), icon: CreditCard, permission: 'payments.read' },
			{ to: '/receipts', label: () => m['receipts.title'](), icon: Receipt, permission: 'payments.read' },
			{ to: '/reconciliation', label: () => m['menu.recon'](), icon: Scale, permission: 'books.read' },
			{ to: '/books', label: () => m['menu.books'](), icon: BookOpen, permission: 'books.read' },
			{ to: '/profit', label: () => m['profit.title'](), icon: ChartNoAxesColumn, permission: 'margin.read' },
		],
	},
	{
		title: () => m['menu.order'](),
		items: [
			{
				to: '/staff',
				label: () => m['menu.staff'](),
				icon: UserRoundCog,
				permission: 'staff.write',
				hotkey: 'goStaff',
			},
			{ to: '/settings', label: () => m['settings.title'](), icon: SlidersHorizontal, permission: 'settings.write' },
			{ to: '/audit', label: () => m['menu.audit'](), icon: ScrollText, hotkey: 'goAudit' },
		],
	},
]

/** The part of the menu an operator may open. */
export function menuFor({ permissions }: Pick<Me, 'permissions'>): MenuGroup[] {
	return menu
		.map((group) => ({
			...group,
			items: group.items.filter(({ permission }) => !permission || permissions.includes(permission)),
		}))
		.filter(({ items }) => items.length > 0)
}

export interface ShownBadge {
	count: number
	more: boolean
	tone: Tone
}

/** The counter of a screen; red if any of its rows is late. */
export function badgeOf({ badges }: Pick<Me, 'badges'>, name: string | undefined): ShownBadge | undefined {
	const found = badges.find((one) => one.name === name)
	if (!found || found.count === 0) return undefined
	return { count: found.count, more: found.count >= 99, tone: found.late ? 'bad' : 'plain' }
}
