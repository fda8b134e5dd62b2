import type { ContentSaved, QuestionRow } from '@larek/api/admin/types.gen.ts'
import * as z from 'zod/mini'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import { field, OptionField, TextArea, TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { reasons } from './labels.ts'
import { contentKeys, sendQuestion } from './queries.ts'

const needed = z.string().check(z.trim(), z.minLength(1, m['content.error_empty']()))
const schema = z.object({
	text: needed.check(z.maxLength(300)),
	answer: needed.check(z.maxLength(3000)),
	isActive: z.boolean(),
})

interface QuestionDialogProps {
	gameId: number
	/** Absent for a new question. */
	row: QuestionRow | undefined
	onClose: () => void
}

export function QuestionDialog({ gameId, row, onClose }: QuestionDialogProps) {
	return (
		<ActionDialog<z.infer<typeof schema>, ContentSaved>
			open
			wide
			onClose={onClose}
			title={row ? m['content.question']() : m['content.new_question']()}
			reasons={reasons()}
			schema={schema}
			defaults={{ text: row?.text ?? '', answer: row?.answer ?? '', isActive: row?.isActive ?? true }}
			submit={m['content.save']()}
			done={m['content.saved']()}
			version={row?.version ?? 0}
			run={(values, key, version) => sendQuestion({ ...values, gameId, id: row?.id ?? null, version }, key)}
			invalidate={[contentKeys.all]}
		>
			{(form) => (
				<>
					<TextField label={m['content.question']()} maxLength={300} {...field(form, 'text')} />
					<TextArea
						label={m['content.answer']()}
						hint={m['content.answer_hint']()}
						rows={6}
						maxLength={3000}
						{...field(form, 'answer')}
					/>
					<OptionField type="checkbox" label={m['content.is_shown']()} {...form.register('isActive')} />
				</>
			)}
		</ActionDialog>
	)
}
