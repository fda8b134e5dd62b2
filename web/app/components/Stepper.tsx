import { Minus, Plus } from 'lucide-react'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { m } from '~/paraglide/messages.js'

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

const holdDelay = 400
const holdEvery = 80

/** One step up or down: between zero and `min` there is nothing to stop at. */
export function step(value: number, by: number, min: number, max: number): number {
	const next = value + by
	if (next > max) return max
	if (next >= min) return next
	return by > 0 ? min : 0
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
				<HoldButton label={m['stepper.less']({ label })} disabled={disabled || value <= 0} onStep={() => by(-1)}>
					<Minus size={18} aria-hidden="true" />
				</HoldButton>
				<input
					type="number"
					inputMode="numeric"
					name={name}
					value={value}
					min={0}
					max={max}
					disabled={disabled}
					aria-label={label}
					aria-describedby={note}
					className="h-11 w-full min-w-0 bg-transparent text-center font-bold"
					onChange={(event) => {
						const typed = Math.trunc(event.target.valueAsNumber || 0)
						go(typed <= 0 ? 0 : Math.min(Math.max(typed, min), max), typed > max ? 1 : 0)
					}}
					onKeyDown={onKeyDown}
				/>
				<HoldButton label={m['stepper.more']({ label })} disabled={disabled} onStep={() => by(1)}>
					<Plus size={18} aria-hidden="true" />
				</HoldButton>
			</div>
			<p id={note} role="status" className={limit ? 'mt-1 text-xs text-muted' : 'sr-only'}>
				{limit}
			</p>
		</div>
	)
}

interface HoldProps {
	label: string
	disabled?: boolean
	onStep: () => void
	children: React.ReactNode
}

/** Steps once when pressed and goes on while held. */
function HoldButton({ label, disabled, onStep, children }: HoldProps) {
	const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
	const latest = useRef(onStep)
	latest.current = onStep
	const stop = () => clearTimeout(timer.current)
	useEffect(() => () => clearTimeout(timer.current), [])
	useEffect(() => {
		if (disabled) clearTimeout(timer.current)
	}, [disabled])

	function hold(wait: number) {
		timer.current = setTimeout(() => {
			latest.current()
			hold(holdEvery)
		}, wait)
	}
	return (
		<button
			type="button"
			aria-label={label}
			disabled={disabled}
			className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-shelf disabled:text-edge"
			// A press is counted on the way down; the click that follows only counts when it came from a keyboard.
			onPointerDown={(event) => {
				if (event.button !== 0) return
				onStep()
				hold(holdDelay)
			}}
			onPointerUp={stop}
			onPointerLeave={stop}
			onPointerCancel={stop}
			onContextMenu={(event) => event.preventDefault()}
			onClick={(event) => event.detail === 0 && onStep()}
		>
			{children}
		</button>
	)
}
