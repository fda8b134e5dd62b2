import type { LucideIcon } from 'lucide-react'
import * as z from 'zod/mini'
import type { AllowedAction } from '~/kit/Can.tsx'
import type { Hotkey } from '~/kit/hotkeys.ts'
import type { Reason } from '~/kit/ReasonFields.tsx'
import { m } from '~/paraglide/messages.js'

export interface Option {
	value: string
	label: string
	hint?: string
}

/** One field of an action's form, besides the reason. */
export interface FieldSpec<Subject> {
	name: string
	label: string
	hint?: string
	kind: 'text' | 'area' | 'sum' | 'select' | 'radio' | 'ticks' | 'confirm'
	options?: (subject: Subject) => Option[]
	rule: z.ZodMiniType
	initial?: (subject: Subject) => unknown
	/** Shown only when it applies. */
	when?: (subject: Subject) => boolean
}

/** How an action of the contract looks and what it asks for. Whether it may be pressed is the server's word. */
export interface ActionSpec<Subject> {
	label: string
	icon: LucideIcon
	hotkey?: Hotkey
	hint?: (subject: Subject, action: AllowedAction) => string | undefined
	/** What will happen: goods, money, letters. */
	consequences: (subject: Subject) => string[]
	submit: string
	done: string
	reasons?: Reason[]
	fields?: FieldSpec<Subject>[]
	bad?: boolean
}

export const fieldsOf = <Subject>(spec: ActionSpec<Subject>, subject: Subject) =>
	(spec.fields ?? []).filter(({ when }) => when?.(subject) ?? true)

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
	words: z
		.string()
		.check(z.trim(), z.minLength(3, m['action.error_words']()), z.maxLength(500, m['action.error_long']())),
	optional: z.string().check(z.trim(), z.maxLength(500, m['action.error_long']())),
	sum: z.pipe(
		z.string().check(z.trim(), z.regex(/^\d{1,9}([.,]\d{1,2})?$/, m['action.error_sum']())),
		z.transform((text) => Number(text.replace(',', '.')).toFixed(2)),
	),
	/** Nothing, or a sum. */
	maybeSum: z.pipe(
		z.string().check(z.trim(), z.regex(/^(\d{1,9}([.,]\d{1,2})?)?$/, m['action.error_sum']())),
		z.transform((text) => text && Number(text.replace(',', '.')).toFixed(2)),
	),
	chosen: z.string().check(z.minLength(1, m['action.error_choose']())),
	some: z.array(z.string()).check(z.minLength(1, m['action.error_choose']())),
	any: z.array(z.string()),
	agreed: z.literal(true, { error: m['action.error_confirm']() }),
}
