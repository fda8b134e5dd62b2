import { classes } from '@larek/shared/classes.ts'
import { Lock } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'

interface UnitChoiceProps {
	title: string
	/** Its state, or why it may not be chosen. */
	hint: string
	sum: string
	isChosen: boolean
	/** Absent if the unit may not be chosen. */
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
