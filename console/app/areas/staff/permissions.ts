import type { Permission } from '~/api/session.ts'
import { m } from '~/paraglide/messages.js'

export interface PermissionGroup {
	title: () => string
	permissions: Permission[]
}

/** The permissions in display order. */
export const permissionGroups: PermissionGroup[] = [
	{
		title: () => m['permissions.read'](),
		permissions: [
			'home',
			'orders.read',
			'pii.read',
			'catalog.read',
			'payments.read',
			'margin.read',
			'books.read',
			'audit.read',
		],
	},
	{
		title: () => m['permissions.orders'](),
		permissions: [
			'task.take',
			'task.resolve',
			'order.note',
			'order.ask',
			'order.retry',
			'order.correct',
			'order.reroute',
			'order.write_buyer',
			'code.replace',
			'code.reveal',
			'view.share',
		],
	},
	{
		title: () => m['permissions.money'](),
		permissions: [
			'refund.grant',
			'refund.grant_delivered',
			'refund.send',
			'refund.send_other',
			'refund.settle',
			'money.match',
			'goodwill.give',
			'chargeback.write',
			'payment.write',
			'recon.write',
			'recon.write_off',
			'export.money',
			'books.entry',
			'period.close',
		],
	},
	{
		title: () => m['permissions.buyers'](),
		permissions: [
			'customer.read',
			'customer.view_as',
			'customer.bar',
			'customer.export',
			'customer.erase',
			'review.moderate',
		],
	},
	{
		title: () => m['permissions.goods'](),
		permissions: [
			'catalog.write',
			'price.write',
			'price.below_cost',
			'promo.write',
			'content.write',
			'code.load',
			'code.void',
			'code.write_off',
			'offer.write',
			'offer.approve',
			'supplier.switch',
			'provider.switch',
		],
	},
	{ title: () => m['permissions.order'](), permissions: ['staff.write', 'role.write', 'settings.write'] },
]

/** Permissions whose use is bounded by a sum. */
export const limited: Permission[] = ['refund.send', 'goodwill.give', 'recon.write_off', 'code.write_off']
