import { zodResolver } from '@hookform/resolvers/zod'
import type { RefundPart, RefundQuote } from '@larek/api/admin/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import { formatMoney, parseMoney } from '@larek/shared/money.ts'
import { Lock } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useState } from 'react'
import { type UseFormReturn, useForm } from 'react-hook-form'
import { unitLabel } from '~/common/orderLabels.ts'
import { RefundReceipt } from '~/common/RefundReceipt.tsx'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { ConsentField, field, OptionField, SelectField, TextArea, TextField } from '~/kit/fields.tsx'
import { Newer } from '~/kit/Newer.tsx'
import { QueryBoundary } from '~/kit/QueryBoundary.tsx'
import { reasonOptions } from '~/kit/ReasonFields.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { grant, useRefundQuote } from './refundApi.ts'
import { firstChoice, type RefundForm, refundSchema } from './refundForm.ts'
import { isWholeOnly, parseSum, type RefundSums, sumsOf, writeSum } from './sums.ts'

/** Grants a refund of parts of an order, with its consequences next to the form. */
export function RefundDialog({ order, onClose }: { order: number; onClose: () => void }) {
	const first = useRefundQuote(order, [], 'method')
	return (
		<QueryBoundary
			query={first}
			skeleton={
				<Dialog open wide title={m['refund.title']()} subtitle={m['order.title']({ id: order })} onClose={onClose}>
					<SkeletonRows rows={5} />
				</Dialog>
			}
		>
			{(quote) => <OpenRefund latest={quote} onClose={onClose} />}
		</QueryBoundary>
	)
}

function OpenRefund({ latest, onClose }: { latest: RefundQuote; onClose: () => void }) {
	const id = useId()
	// The order the form was opened for. The order may move on meanwhile: a stale version is refused.
	const [first, setFirst] = useState(latest)
	const form = useRefundForm(first)
	const { parts, destination, amount } = form.watch()
	const { data: quote = first } = useRefundQuote(first.orderId, parts, destination)
	const sums = sumsOf(first.parts, parts, first.left)
	// Choosing other parts updates the amount until the operator edits it.
	useEffect(() => form.setValue('amount', writeSum(sums.limit)), [form, sums.limit])
	const action = useAction({
		run: (values: RefundForm, key) => grant(quote, values, { key, version: first.version }),
		invalidate: [['orders'], ['queue'], ['refunds']],
		done: ({ message }) => message,
		onDone: onClose,
	})
	const shown = formatMoney(parseSum(amount) ?? 0, first.currency, { exact: true })
	return (
		<Dialog
			open
			wide
			title={m['refund.title']()}
			subtitle={m['order.title']({ id: first.orderId })}
			onClose={onClose}
			footer={
				<>
					<span className="flex-1 text-xs text-muted">{m['refund.once']()}</span>
					<Button onClick={onClose}>{m['common.cancel']()}</Button>
					<Button type="submit" form={id} look="lamp" busy={action.busy}>
						{quote.needsSecond ? m['refund.grant']({ sum: shown }) : m['refund.send']({ sum: shown })}
					</Button>
				</>
			}
		>
			<form
				id={id}
				noValidate
				onSubmit={form.handleSubmit((values) => action.start(values))}
				className="grid items-start gap-4.5 md:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]"
			>
				<div className="grid gap-3.5">
					{action.problem && (
						<div role="alert">
							<Note tone="bad">{problemSentence(action.problem)}</Note>
						</div>
					)}
					{latest.version !== first.version && (
						<Newer
							changes={[]}
							onTake={() => {
								const { code, text } = form.getValues()
								form.reset({ ...firstValues(latest), code, text })
								setFirst(latest)
								action.reset()
							}}
						/>
					)}
					<RefundFields form={form} quote={first} />
				</div>
				<RefundPreview form={form} quote={quote} sums={sums} amount={parseSum(amount) ?? 0} />
			</form>
		</Dialog>
	)
}

function useRefundForm(quote: RefundQuote) {
	const unknown = new Set(quote.parts.flatMap(({ id, isAsked }) => (isAsked ? [id] : [])))
	const limitOf = (parts: string[]) => sumsOf(quote.parts, parts, quote.left).limit
	return useForm<RefundForm>({
		resolver: zodResolver(refundSchema({ limitOf, unknown })),
		defaultValues: firstValues(quote),
	})
}

function firstValues(quote: RefundQuote): RefundForm {
	const parts = firstChoice(quote)
	const amount = writeSum(sumsOf(quote.parts, parts, quote.left).limit)
	return {
		parts,
		amount,
		destination: quote.destination,
		code: '',
		text: '',
		undelivered: false,
	}
}

/** The fields of a refund: parts, amount, destination and reason. */
export function RefundFields({ form, quote }: { form: UseFormReturn<RefundForm>; quote: RefundQuote }) {
	const { register, watch } = form
	const parts = watch('parts')
	const show = (minor: number) => formatMoney(minor, quote.currency, { exact: true })
	const sumOf = ({ goods, fee }: RefundPart) => show(parseMoney(goods) + parseMoney(fee))
	const { limit } = sumsOf(quote.parts, parts, quote.left)
	return (
		<>
			<fieldset className="grid gap-1.5">
				<legend className="mb-1 text-xs font-medium text-muted">{m['refund.for_what']()}</legend>
				{quote.parts.map((part) => (
					<UnitChoice
						key={part.id}
						title={part.title}
						hint={part.allowed ? unitLabel(part.state) : (part.reason ?? '')}
						sum={sumOf(part)}
						isChosen={parts.includes(part.id)}
						input={part.allowed ? { ...register('parts'), value: part.id } : undefined}
					/>
				))}
				{form.formState.errors.parts?.message && (
					<p role="alert" className="text-xs text-coral">
						{form.formState.errors.parts.message}
					</p>
				)}
			</fieldset>
			<div className="grid gap-3 md:grid-cols-2">
				<TextField
					label={m['refund.amount']({ limit: show(limit) })}
					hint={isWholeOnly(quote.parts, parts) ? m['refund.whole']() : undefined}
					inputMode="decimal"
					readOnly={isWholeOnly(quote.parts, parts)}
					{...field(form, 'amount')}
				/>
				<SelectField
					label={m['kit.reason']()}
					options={reasonOptions(quote.reasons.map(({ code, text }) => ({ code, label: text })))}
					{...field(form, 'code')}
				/>
			</div>
			<fieldset className="grid gap-1.5 md:grid-cols-2">
				<legend className="mb-1 text-xs font-medium text-muted">{m['refund.where']()}</legend>
				{quote.destinations.map((value) => (
					<OptionField
						key={value}
						value={value}
						label={value === 'balance' ? m['refund.to_balance']() : m['refund.to_method']()}
						hint={value === 'balance' ? m['refund.at_once']() : m['refund.by_provider']()}
						{...register('destination')}
					/>
				))}
			</fieldset>
			<TextArea label={m['refund.words']()} hint={m['kit.reason_hint']()} maxLength={500} {...field(form, 'text')} />
		</>
	)
}

interface UnitChoiceProps {
	title: string
	/** Its state, or the reason it cannot be selected. */
	hint: string
	sum: string
	isChosen: boolean
	/** Absent if the unit cannot be refunded. */
	input?: ComponentProps<'input'>
}

/** One unit in the refund dialog: a tick and its sum, or a lock and the reason. */
export function UnitChoice({ title, hint, sum, isChosen, input }: UnitChoiceProps) {
	const id = useId()
	const text = (
		<>
			<span className="block font-medium">{title}</span>
			<span className="block text-xs text-muted">{hint}</span>
		</>
	)
	if (!input) {
		return (
			<Frame look="border-line bg-shelf text-muted" sum={sum}>
				<Lock size={16} aria-hidden="true" className="shrink-0" />
				<span className="min-w-0 flex-1">{text}</span>
			</Frame>
		)
	}
	return (
		<Frame look={isChosen ? 'border-lamp-line bg-soft-lamp' : 'border-line'} sum={sum}>
			<input type="checkbox" id={id} className="tick" {...input} />
			{/* The label covers the frame. */}
			<label htmlFor={id} className="min-w-0 flex-1 after:absolute after:inset-0">
				{text}
			</label>
		</Frame>
	)
}

function Frame({ look, sum, children }: { look: string; sum: string; children: ReactNode }) {
	return (
		<div className={classes('relative flex min-h-11 items-center gap-3 rounded-control border px-3 py-1.5', look)}>
			{children}
			<span className="font-semibold whitespace-nowrap">{sum}</span>
		</div>
	)
}

interface RefundPreviewProps {
	form: UseFormReturn<RefundForm>
	quote: RefundQuote
	sums: RefundSums
	/** The amount to return, in the smallest unit. */
	amount: number
}

/** The consequences, and a checkbox to accept the risk while a supplier may still deliver. */
export function RefundPreview({ form, quote, sums, amount }: RefundPreviewProps) {
	return (
		<div className="grid gap-3">
			<RefundReceipt
				quote={quote}
				title={m['kit.consequences']()}
				rows={[
					{ id: 'goods', name: m['refund.goods'](), sum: sums.goods },
					{ id: 'fee', name: m['refund.fee'](), sum: sums.fee },
				]}
				amount={amount}
			>
				{quote.isForced && (
					<Note tone="bad">
						<strong>{m['refund.may_deliver']()}</strong> {m['refund.may_deliver_text']()}
						<ConsentField label={m['refund.undelivered']()} {...field(form, 'undelivered')} />
					</Note>
				)}
			</RefundReceipt>
		</div>
	)
}
