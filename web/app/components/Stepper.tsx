import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { step } from '~/lib/step.ts'
import { m } from '~/paraglide/messages.js'
import { HoldButton } from './HoldButton.tsx'

interface StepperProps {
	/** What is counted, e.g. «660 UC». */
	label: string
	value: number
	/** The least one may buy; below it there is only zero. */
	min: number
	max: number
	name?: string
	disabled?: boolean
	onChange: (value: number) => void
}

export function Stepper({ label, value, min, max, name, disabled, onChange }: StepperProps) {
	const note = useId()
	const [limit, setLimit] = useState('')
	const latest = useRef(value)
	latest.current = value

	function go(next: number, by: number) {
		if (by > 0 && latest.current >= max) setLimit(m['stepper.max']({ count: max }))
		else if (next === min && min > 1 && by > 0 && latest.current === 0) setLimit(m['stepper.min']({ count: min }))
		else setLimit('')
		if (next === latest.current) return
		latest.current = next
		onChange(next)
	}
	/** A typed number that is not allowed becomes the nearest one that is, and a message says why. */
	function type(typed: number) {
		go(typed <= 0 ? 0 : Math.min(Math.max(typed, min), max), 0)
		if (typed > max) setLimit(m['stepper.max']({ count: max }))
		else if (typed > 0 && typed < min) setLimit(m['stepper.min']({ count: min }))
	}
	const by = (size: number) => go(step(latest.current, size, min, max), size)

	function onKeyDown(event: KeyboardEvent) {
		const sizes: Record<string, number> = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10, Home: -max, End: max }
		const size = sizes[event.key]
		if (size === undefined) return
		event.preventDefault()
		by(size)
	}

	return (
		<div>
			<div className="flex h-12 items-center justify-between rounded-control border border-edge bg-night">
				<HoldButton label={m['stepper.less']({ label })} disabled={disabled || value <= 0} by={-1} onStep={by}>
					<Minus size={18} aria-hidden="true" />
				</HoldButton>
				<input
					type="number"
					inputMode="numeric"
					name={name}
					value={value}
					min={0}
					max={max}
					data-least={min}
					disabled={disabled}
					aria-label={label}
					aria-describedby={note}
					className="h-11 w-full min-w-0 bg-transparent text-center font-bold"
					onChange={(event) => type(Math.trunc(event.target.valueAsNumber || 0))}
					onKeyDown={onKeyDown}
				/>
				<HoldButton label={m['stepper.more']({ label })} disabled={disabled} by={1} onStep={by}>
					<Plus size={18} aria-hidden="true" />
				</HoldButton>
			</div>
			<p id={note} role="status" className={limit ? 'mt-1 text-xs text-muted' : 'sr-only'}>
				{limit}
			</p>
		</div>
	)
}
