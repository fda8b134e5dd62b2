import { type ReactNode, useEffect, useRef } from 'react'

const holdDelay = 400
const holdEvery = 80

interface HoldProps {
	label: string
	disabled?: boolean
	/** How far a press goes; read before hydration too. */
	by: number
	onStep: (by: number) => void
	children: ReactNode
}

/** Steps once when pressed and goes on while held. */
export function HoldButton({ label, disabled, by, onStep, children }: HoldProps) {
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
			latest.current(by)
			hold(holdEvery)
		}, wait)
	}
	return (
		<button
			type="button"
			aria-label={label}
			disabled={disabled}
			data-step={by}
			className="grid size-11 shrink-0 place-items-center rounded-control hover:bg-shelf disabled:text-edge"
			// A press is counted on the way down; the click that follows only counts when it came from a keyboard.
			onPointerDown={(event) => {
				if (event.button !== 0) return
				onStep(by)
				hold(holdDelay)
			}}
			onPointerUp={stop}
			onPointerLeave={stop}
			onPointerCancel={stop}
			onContextMenu={(event) => event.preventDefault()}
			onClick={(event) => event.detail === 0 && onStep(by)}
		>
			{children}
		</button>
	)
}
