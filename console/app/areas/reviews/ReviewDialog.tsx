import type { ActionDone, ReviewRow } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, TextArea } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reviewKeys, sendAnswer, sendHide, sendPublish } from './queries.ts'

export type ReviewStep = 'review.publish' | 'review.hide' | 'review.answer'

export function stepLabel(step: ReviewStep, { answer }: ReviewRow): string {
	if (step === 'review.publish') return m['reviews.publish']()
	if (step === 'review.hide') return m['reviews.hide']()
	return answer ? m['reviews.change_answer']() : m['reviews.answer']()
}

const schema = z.object({ answer: z.string().check(z.trim(), z.maxLength(1000)) })
const checked = { code: 'check', label: m['reason.check']() }
const other = { code: 'other', label: m['reason.other']() }
const hideReasons = [
	{ code: 'abuse', label: m['reviews.reason_abuse']() },
	{ code: 'spam', label: m['reviews.reason_spam']() },
	{ code: 'personal_data', label: m['reviews.reason_personal']() },
	other,
]

interface ReviewDialogProps {
	step: ReviewStep
	review: ReviewRow
	onClose: () => void
}

/** Runs an action on a review, with its consequences and a reason. */
export function ReviewDialog({ step, review, onClose }: ReviewDialogProps) {
	const label = stepLabel(step, review)
	const isHiding = step === 'review.hide'
	const frame = {
		open: true,
		onClose,
		title: label,
		subtitle: m['order.title']({ id: review.orderId }),
		submit: label,
		done: ({ message }: ActionDone) => message,
		invalidate: [reviewKeys.all, ['queue']],
	}
	if (step === 'review.answer')
		return (
			<ActionDialog<z.infer<typeof schema>, ActionDone>
				{...frame}
				consequences={[m['reviews.answer_1']()]}
				reasons={[checked, other]}
				schema={schema}
				defaults={{ answer: review.answer ?? '' }}
				run={({ answer, reason }, key) =>
					sendAnswer(review.id, { seen: review.answer, answer: answer || null, reason }, key)
				}
			>
				{(form) => (
					<TextArea
						label={m['reviews.our_answer']()}
						hint={m['reviews.answer_hint']()}
						rows={5}
						maxLength={1000}
						{...field(form, 'answer')}
					/>
				)}
			</ActionDialog>
		)
	return (
		<ActionDialog<Record<string, never>, ActionDone>
			{...frame}
			consequences={[isHiding ? m['reviews.hide_1']() : m['reviews.publish_1']()]}
			reasons={isHiding ? hideReasons : [checked, other]}
			bad={isHiding}
			run={({ reason }, key) => (isHiding ? sendHide : sendPublish)(review.id, reason, key)}
		/>
	)
}
