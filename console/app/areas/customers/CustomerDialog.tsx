import type { Customer, CustomerView } from '@larek/api/admin/types.gen.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import {
	Ban,
	Banknote,
	Check,
	Download,
	Eraser,
	Eye,
	HeartHandshake,
	LogOut,
	type LucideIcon,
	MinusCircle,
	X,
} from 'lucide-react'
import * as z from 'zod/mini'
import { type Permission, useMay } from '~/api/session.ts'
import { reasonsOf } from '~/common/reasons.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { Button } from '~/kit/Button.tsx'
import { Card } from '~/kit/Card.tsx'
import { field, OptionField, TextArea, TextField } from '~/kit/fields.tsx'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'
import * as api from './queries.ts'

export type DialogKind =
	| 'view'
	| 'credit'
	| 'debit'
	| 'pay_out'
	| 'sign_out'
	| 'block'
	| 'unblock'
	| 'copy'
	| 'erase'
	| 'approve'
	| 'decline'

interface CustomerDialogProps {
	kind: DialogKind
	customer: Customer
	onClose: () => void
	onView: (view: CustomerView) => void
	onCopy: (file: number) => void
}

/** The title and consequences of an action. */
export const customerActions: Record<DialogKind, [name: () => string, consequence: () => string]> = {
	view: [m['customers.do_view'], m['customers.means_view']],
	credit: [m['customers.do_credit'], m['customers.means_credit']],
	debit: [m['customers.do_debit'], m['customers.means_debit']],
	pay_out: [m['customers.do_pay_out'], m['customers.means_pay_out']],
	sign_out: [m['customers.do_sign_out'], m['customers.means_sign_out']],
	block: [m['customers.do_block'], m['customers.means_block']],
	unblock: [m['customers.do_unblock'], m['customers.means_unblock']],
	copy: [m['customers.do_copy'], m['customers.means_copy']],
	erase: [m['customers.do_erase'], m['customers.means_erase']],
	approve: [m['customers.do_approve'], m['customers.means_approve']],
	decline: [m['customers.do_decline'], m['customers.means_decline']],
}

type Values = { words: string; withAddress: boolean; amount: string; reference: string }
type Filled = Values & { reason: ReasonValue }

const any = z.object({ words: z.string(), withAddress: z.boolean(), amount: z.string(), reference: z.string() })
const required = z.string().check(z.trim(), z.minLength(1, m['customers.required']()))
const sum = z.extend(any, { amount: z.string().check(z.regex(/^\d{1,6}([.,]\d{1,2})?$/, m['customers.wrong_sum']())) })

const rules: Partial<Record<DialogKind, z.ZodMiniType<Values, Values>>> = {
	block: z.extend(any, { words: required }),
	credit: sum,
	debit: sum,
	pay_out: z.extend(sum, { reference: required }),
}
const isBad = new Set<DialogKind>(['block', 'debit', 'erase', 'approve'])
const hasSum = new Set<DialogKind>(['credit', 'debit', 'pay_out'])
const usual: Partial<Record<DialogKind, Parameters<typeof reasonsOf>>> = {
	block: ['fraud'],
	credit: ['apology'],
	debit: ['buyer_asked', 'fraud'],
	pay_out: ['buyer_asked'],
	copy: ['buyer_asked'],
	erase: ['buyer_asked'],
	approve: ['buyer_asked'],
}

/** `300,5` → `300.50`, as the server reads sums. */
const exact = (sum: string) => Number(sum.replace(',', '.')).toFixed(2)

const runs: Record<DialogKind, (id: number, values: Filled, key: string) => Promise<unknown>> = {
	view: (id, { reason }, key) => api.viewAs(id, reason, key),
	credit: (id, { amount, reason }, key) => api.credit(id, exact(amount), reason, key),
	debit: (id, { amount, reason }, key) => api.debit(id, exact(amount), reason, key),
	pay_out: (id, { amount, reference, reason }, key) => api.payOut(id, exact(amount), reference.trim(), reason, key),
	sign_out: (id, { reason }, key) => api.signOut(id, null, reason, key),
	block: (id, { words, withAddress, reason }, key) => api.block(id, words, withAddress, reason, key),
	unblock: (id, { reason }, key) => api.unblock(id, reason, key),
	copy: (id, { reason }, key) => api.askForCopy(id, reason, key),
	erase: (id, { reason }, key) => api.askToErase(id, reason, key),
	approve: (id, { reason }, key) => api.decide(id, true, reason, key),
	decline: (id, { reason }, key) => api.decide(id, false, reason, key),
}

/** One action on an account: its consequences, fields and reason. */
export function CustomerDialog({ kind, customer: { profile }, onClose, onView, onCopy }: CustomerDialogProps) {
	const [name, consequence] = customerActions[kind]
	const title = name()
	const balance = formatMoney(parseMoney(profile.balance), 'RUB', { exact: true })
	return (
		<ActionDialog<Values, unknown>
			open
			onClose={onClose}
			title={title}
			subtitle={hasSum.has(kind) ? m['customers.has']({ nickname: profile.nickname, balance }) : profile.nickname}
			consequences={[consequence()]}
			reasons={reasonsOf(...(usual[kind] ?? ['check']))}
			schema={rules[kind]}
			defaults={{ words: m['customers.words'](), withAddress: profile.email !== null, amount: '', reference: '' }}
			submit={title}
			bad={isBad.has(kind)}
			run={(values, key) => runs[kind](profile.id, values, key)}
			invalidate={[api.customerKeys.all]}
			done={kind === 'view' || kind === 'copy' ? undefined : m['customers.done']()}
			onDone={(answer) => {
				if (kind === 'view') onView(answer as CustomerView)
				if (kind === 'copy') onCopy((answer as { id: number }).id)
			}}
		>
			{(form) => (
				<>
					{kind === 'block' && (
						<>
							<TextArea label={m['customers.words_label']()} {...field(form, 'words')} />
							<OptionField type="checkbox" label={m['customers.with_address']()} {...form.register('withAddress')} />
						</>
					)}
					{hasSum.has(kind) && (
						<TextField inputMode="decimal" label={m['customers.amount']()} {...field(form, 'amount')} />
					)}
					{kind === 'pay_out' && <TextField label={m['action.reference']()} {...field(form, 'reference')} />}
				</>
			)}
		</ActionDialog>
	)
}

interface ActionsProps {
	customer: Customer
	onOpen: (kind: DialogKind) => void
}

const icons: Record<DialogKind, LucideIcon> = {
	view: Eye,
	credit: HeartHandshake,
	pay_out: Banknote,
	debit: MinusCircle,
	sign_out: LogOut,
	block: Ban,
	unblock: Check,
	copy: Download,
	erase: Eraser,
	approve: Check,
	decline: X,
}

/** Actions this operator may take on an existing account. */
export function Actions({ customer, onOpen }: ActionsProps) {
	const may = useMay()
	const shown = offered(customer).filter(([, permission]) => may(permission))
	if (shown.length === 0) return null
	return (
		<Card title={m['kit.can']()}>
			<div className="grid gap-2">
				{shown.map(([kind]) => (
					<Button key={kind} icon={icons[kind]} onClick={() => onOpen(kind)}>
						{customerActions[kind][0]()}
					</Button>
				))}
			</div>
		</Card>
	)
}

/** Actions on an account in the order of their buttons, with the permission each needs. */
export function offered({ profile, erasure, sessions }: Customer): [DialogKind, Permission][] {
	const hasMoney = Number(profile.balance) > 0
	const all: [DialogKind, Permission, boolean][] = [
		['view', 'customer.view_as', true],
		['credit', 'goodwill.give', true],
		['pay_out', 'recon.write_off', hasMoney],
		['debit', 'recon.write_off', hasMoney],
		['sign_out', 'customer.bar', sessions.length > 0],
		['block', 'customer.bar', !profile.isBlocked],
		['unblock', 'customer.bar', profile.isBlocked],
		['copy', 'customer.export', true],
		['erase', 'customer.erase', erasure === null],
	]
	return profile.erasedAt ? [] : all.filter(([, , is]) => is).map(([kind, permission]) => [kind, permission])
}
