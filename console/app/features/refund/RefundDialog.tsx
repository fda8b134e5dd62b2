import { zodResolver } from '@hookform/resolvers/zod'
import type { RefundQuote } from '@larek/api/admin/types.gen.ts'
import { formatMoney } from '@larek/shared/money.ts'
import { useEffect, useId } from 'react'
import { useForm } from 'react-hook-form'
import { problemSentence, useAction } from '~/kit/action.ts'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { Read } from '~/kit/Read.tsx'
import { SkeletonRows } from '~/kit/Skeleton.tsx'
import { Note } from '~/kit/states.tsx'
import { m } from '~/paraglide/messages.js'
import { RefundFields } from './RefundFields.tsx'
import { RefundPreview } from './RefundPreview.tsx'
import { grant, useRefundQuote } from './refundApi.ts'
import { firstChoice, type RefundForm, refundSchema } from './refundForm.ts'
import { parseSum, sumsOf, writeSum } from './sums.ts'

/** Grants a refund: for what, how much, where to and why; what will happen stands beside. */
export function RefundDialog({ order, onClose }: { order: number; onClose: () => void }) {
	const first = useRefundQuote(order, [], 'method')
	return (
		<Read
			query={first}
			skeleton={
				<Dialog open wide title={m['refund.title']()} subtitle={m['order.title']({ id: order })} onClose={onClose}>
					<SkeletonRows rows={5} />
				</Dialog>
			}
		>
			{(quote) => <OpenRefund first={quote} onClose={onClose} />}
		</Read>
	)
}

function OpenRefund({ first, onClose }: { first: RefundQuote; onClose: () => void }) {
	const id = useId()
	const form = useRefundForm(first)
	const { parts, destination, amount } = form.watch()
	const { data: quote = first } = useRefundQuote(first.orderId, parts, destination)
	const sums = sumsOf(first.parts, parts, first.left)
	// Another choice is another sum, until the operator writes one.
	useEffect(() => form.setValue('amount', writeSum(sums.limit)), [form, sums.limit])
	const action = useAction({
		run: (values: RefundForm, key) => grant(quote, values, key),
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
					<RefundFields form={form} quote={first} />
				</div>
				<RefundPreview form={form} quote={quote} sums={sums} amount={parseSum(amount) ?? 0} />
			</form>
		</Dialog>
	)
}

function useRefundForm(quote: RefundQuote) {
	const unknown = new Set(quote.parts.flatMap(({ id, isAsked }) => (isAsked ? [id] : [])))
	const chosen = firstChoice(quote)
	const limitOf = (parts: string[]) => sumsOf(quote.parts, parts, quote.left).limit
	return useForm<RefundForm>({
		resolver: zodResolver(refundSchema({ limitOf, unknown })),
		defaultValues: {
			parts: chosen,
			amount: writeSum(limitOf(chosen)),
			destination: quote.destination,
			code: quote.reasons[0]?.code ?? '',
			text: '',
			undelivered: false,
		},
	})
}
