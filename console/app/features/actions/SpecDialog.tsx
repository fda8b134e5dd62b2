import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ActionDialog } from '~/kit/ActionDialog.tsx'
import type { ReasonValue } from '~/kit/ReasonFields.tsx'
import { SpecFields } from './SpecFields.tsx'
import { type ActionSpec, defaultsOf, fieldsOf, schemaOf } from './spec.ts'

export type SpecValues = Record<string, unknown> & { reason: ReasonValue }

interface SpecDialogProps<Subject, Answer> {
	spec: ActionSpec<Subject>
	subject: Subject
	subtitle?: ReactNode
	onClose: () => void
	run: (values: SpecValues, key: string) => Promise<Answer>
	invalidate: QueryKey[]
	onDone?: (answer: Answer) => void
}

/** The dialog of an action: its consequences, its fields, its reason. */
export function SpecDialog<Subject, Answer>(props: SpecDialogProps<Subject, Answer>) {
	const { spec, subject, subtitle, onClose, run, invalidate, onDone } = props
	const hasFields = fieldsOf(spec, subject).length > 0
	return (
		<ActionDialog<Record<string, unknown>, Answer>
			open
			onClose={onClose}
			title={spec.label}
			subtitle={subtitle}
			consequences={spec.consequences(subject)}
			reasons={spec.reasons}
			schema={hasFields ? schemaOf(spec, subject) : undefined}
			defaults={defaultsOf(spec, subject)}
			submit={spec.submit}
			done={spec.done}
			bad={spec.bad}
			run={(values, key) => run(values as SpecValues, key)}
			invalidate={invalidate}
			onDone={onDone}
		>
			{(form) => <SpecFields spec={spec} subject={subject} form={form} />}
		</ActionDialog>
	)
}
