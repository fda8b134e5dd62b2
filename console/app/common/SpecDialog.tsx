import type { OrderServer, UnitOffer } from '@larek/api/admin/types.gen.ts'
import type { QueryKey } from '@tanstack/react-query'
import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { supplierName } from '~/api/names.ts'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import type { AllowedAction } from '~/kit/ActionList.tsx'
import { OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import type { Hotkey } from '~/kit/hotkeys.ts'
import type { Reason, ReasonValue } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'
import { FileField } from './FileField.tsx'
import { sumText } from './Sum.tsx'

export type SpecValues = Record<string, unknown> & { reason: ReasonValue }

interface SpecDialogProps<Subject, Answer> {
	spec: ActionSpec<Subject>
	subject: Subject
	subtitle?: ReactNode
	onClose: () => void
	/** Content above the fields, such as a receipt. */
	children?: ReactNode
	/** As of `ActionDialog`. */
	version?: string
	run: (values: SpecValues, key: string, version: string | undefined) => Promise<Answer>
	invalidate: QueryKey[]
	onDone?: (answer: Answer) => void
}

/** The server's message, and the order it is about. */
export interface Done {
	message?: string
	orderId?: number | null
}

/** The dialog of an action: its consequences, its fields, its reason. */
export function SpecDialog<Subject, Answer extends Done>(props: SpecDialogProps<Subject, Answer>) {
	const { spec, subject, subtitle, onClose, version, run, invalidate, onDone } = props
	const openOrder = useOpenOrder()
	const hasFields = fieldsOf(spec, subject).length > 0
	return (
		<ActionDialog<Record<string, unknown>, Answer, Record<string, unknown>, string>
			open
			onClose={onClose}
			title={spec.label}
			subtitle={subtitle}
			consequences={spec.consequences(subject)}
			reasons={spec.reasons}
			schema={hasFields ? schemaOf(spec, subject) : undefined}
			defaults={defaultsOf(spec, subject)}
			submit={spec.submit}
			done={({ message, orderId }) => ({ text: spec.done ?? message ?? spec.label, action: openOrder(orderId) })}
			bad={spec.bad}
			version={version}
			run={(values, key, opened) => run(values as SpecValues, key, opened)}
			invalidate={invalidate}
			onDone={onDone}
		>
			{(form) => (
				<>
					{props.children}
					<SpecFields spec={spec} subject={subject} form={form} />
				</>
			)}
		</ActionDialog>
	)
}

/** Links a toast to the changed order, unless its page is open. */
function useOpenOrder() {
	const navigate = useNavigate()
	const { pathname } = useLocation()
	return (id: number | null | undefined) => {
		const page = `/orders/${id}`
		if (!id || pathname === page) return undefined
		return { label: m['queue.open_order'](), run: () => navigate(page) }
	}
}

type Form = UseFormReturn<Record<string, unknown>>

/** Renders the fields of a spec. */
export function SpecFields<Subject>({
	spec,
	subject,
	form,
}: {
	spec: ActionSpec<Subject>
	subject: Subject
	form: Form
}) {
	return fieldsOf(spec, subject).map((field) => (
		<SpecField key={field.name} field={field} subject={subject} form={form} />
	))
}

function SpecField<Subject>({ field, subject, form }: { field: FieldSpec<Subject>; subject: Subject; form: Form }) {
	const { name, label, kind } = field
	const hint = typeof field.hint === 'function' ? field.hint(subject, form.watch()) : field.hint
	const note = field.note?.(subject, form.watch(name), form.watch())
	const options = field.options?.(subject) ?? []
	const error = form.formState.errors[name]?.message
	const input = form.register(name)
	const common = { label, hint, error }
	switch (kind) {
		case 'picture':
			return <FileField {...common} onChange={(data) => form.setValue(name, data)} />
		case 'area':
			return <TextArea {...common} {...input} />
		case 'select':
			return <SelectField {...common} options={options} {...input} />
		case 'confirm':
			return (
				<div>
					<OptionField type="checkbox" label={label} hint={hint} {...input} />
					<FieldError text={error} />
				</div>
			)
		case 'radio':
		case 'ticks':
			return (
				<fieldset className="grid max-h-64 gap-1.5 overflow-y-auto">
					<legend className="mb-1 text-xs font-medium text-muted">{label}</legend>
					{options.map((option) => (
						<OptionField
							key={option.value}
							type={kind === 'radio' ? 'radio' : 'checkbox'}
							value={option.value}
							label={option.label}
							hint={option.hint}
							{...input}
						/>
					))}
					<FieldError text={error} />
				</fieldset>
			)
		default:
			return (
				<div className="grid gap-1">
					<TextField
						{...common}
						type={kind === 'date' ? 'date' : 'text'}
						inputMode={kind === 'sum' ? 'decimal' : undefined}
						autoComplete="off"
						{...input}
					/>
					{note && (
						<p role="status" className={note.bad ? 'text-xs text-coral' : 'text-xs text-fore'}>
							{note.text}
						</p>
					)}
				</div>
			)
	}
}

function FieldError({ text }: { text?: string }) {
	return text ? (
		<p role="alert" className="mt-1 text-xs text-coral">
			{text}
		</p>
	) : null
}

export interface Option {
	value: string
	label: string
	hint?: string
}

/** One field of an action's form, besides the reason. */
export interface FieldSpec<Subject> {
	name: string
	label: string
	hint?: string | ((subject: Subject, values: Record<string, unknown>) => string)
	/** A note about the typed value. */
	note?: (
		subject: Subject,
		value: unknown,
		values: Record<string, unknown>,
	) => { text: string; bad: boolean } | undefined
	kind: 'text' | 'date' | 'area' | 'sum' | 'select' | 'radio' | 'ticks' | 'confirm' | 'picture'
	options?: (subject: Subject) => Option[]
	rule: z.ZodMiniType
	initial?: (subject: Subject) => unknown
	/** Shown only when it applies. */
	when?: (subject: Subject) => boolean
}

/** The appearance and fields of an action. The server decides whether it is allowed. */
export interface ActionSpec<Subject> {
	label: string
	icon: LucideIcon
	hotkey?: Hotkey
	hint?: (subject: Subject, action: AllowedAction) => string | undefined
	/** Consequences for goods, money and emails. */
	consequences: (subject: Subject) => string[]
	submit: string
	/** The sentence of the toast instead of the server's. */
	done?: string
	reasons?: Reason[]
	fields?: FieldSpec<Subject>[]
	bad?: boolean
}

export function fieldsOf<Subject>(spec: ActionSpec<Subject>, subject: Subject) {
	return (spec.fields ?? []).filter(({ when }) => when?.(subject) ?? true)
}

export function schemaOf<Subject>(spec: ActionSpec<Subject>, subject: Subject) {
	return z.object(Object.fromEntries(fieldsOf(spec, subject).map(({ name, rule }) => [name, rule])))
}

export function defaultsOf<Subject>(spec: ActionSpec<Subject>, subject: Subject): Record<string, unknown> {
	const first = ({ kind, options, initial }: FieldSpec<Subject>) => {
		if (initial) return initial(subject)
		if (kind === 'ticks') return []
		if (kind === 'confirm') return false
		return kind === 'select' || kind === 'radio' ? (options?.(subject)[0]?.value ?? '') : ''
	}
	return Object.fromEntries(fieldsOf(spec, subject).map((field) => [field.name, first(field)]))
}

/** Rules several actions share. */
export const rules = {
	text: z
		.string()
		.check(z.trim(), z.minLength(3, m['action.error_words']()), z.maxLength(500, m['action.error_long']())),
	optional: z.string().check(z.trim(), z.maxLength(500, m['action.error_long']())),
	sum: z.pipe(
		z.string().check(z.trim(), z.regex(/^\d{1,9}([.,]\d{1,2})?$/, m['action.error_sum']())),
		z.transform((text) => Number(text.replace(',', '.')).toFixed(2)),
	),
	/** An optional sum. */
	optionalAmount: z.pipe(
		z.string().check(z.trim(), z.regex(/^(\d{1,9}([.,]\d{1,2})?)?$/, m['action.error_sum']())),
		z.transform((text) => text && Number(text.replace(',', '.')).toFixed(2)),
	),
	chosen: z.string().check(z.minLength(1, m['action.error_choose']())),
	some: z.array(z.string()).check(z.minLength(1, m['action.error_choose']())),
	any: z.array(z.string()),
	mustAccept: z.literal(true, { error: m['action.error_confirm']() }),
}

/** Fields shared by actions on an order and resolutions of the queue. */
export const sharedFields = {
	proof: { name: 'proof', label: m['action.proof'](), hint: m['action.proof_hint'](), kind: 'area', rule: rules.text },
	picture: {
		name: 'picture',
		label: m['action.picture'](),
		hint: m['action.picture_hint'](),
		kind: 'picture',
		rule: z.string(),
	},
	codes: {
		name: 'codes',
		label: m['action.codes'](),
		hint: m['action.codes_hint'](),
		kind: 'area',
		rule: rules.chosen,
	},
	cost: {
		name: 'cost',
		label: m['action.cost'](),
		hint: m['action.cost_hint'](),
		kind: 'sum',
		rule: rules.optionalAmount,
	},
	offer: { label: m['action.offer'](), kind: 'select', rule: rules.optional },
	reference: {
		name: 'reference',
		label: m['action.reference'](),
		hint: m['action.reference_hint'](),
		kind: 'text',
		rule: rules.text,
	},
	paidFrom: {
		name: 'paidFrom',
		label: m['action.paid_from'](),
		kind: 'radio',
		initial: () => '', // no default, so that operators choose deliberately
		options: () => [
			{ value: 'provider', label: m['action.paid_from_provider'](), hint: m['action.paid_from_provider_hint']() },
			{ value: 'bank', label: m['action.paid_from_bank'](), hint: m['action.paid_from_bank_hint']() },
		],
		rule: rules.chosen,
	},
	account: { name: 'account', label: m['action.player'](), kind: 'text', rule: rules.chosen },
} as const satisfies Record<string, Partial<FieldSpec<unknown>>>

/** The server to deliver to; renders nothing for games without servers. */
export const serverField = <Subject,>(
	of: (subject: Subject) => { servers: OrderServer[]; serverId: number | null },
): FieldSpec<Subject> => ({
	name: 'serverId',
	label: m['action.server'](),
	kind: 'select',
	options: (subject) => {
		const { servers, serverId } = of(subject)
		const list = servers.map(({ id, name }) => ({ value: String(id), label: name }))
		return serverId ? list : [{ value: '', label: m['kit.choose']() }, ...list]
	},
	initial: (subject) => String(of(subject).serverId ?? ''),
	rule: rules.chosen,
	when: (subject) => of(subject).servers.length > 0,
})

/** Either the default order of offers, or one offer. */
export const anyOffer = (): Option => ({ value: '', label: m['action.any_offer']() })

export const offerOption = ({ id, supplier, cost, currency }: UnitOffer): Option => ({
	value: String(id),
	label: `${supplierName(supplier)}, ${sumText(cost, currency)}`,
})
