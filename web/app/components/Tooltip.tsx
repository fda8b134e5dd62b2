import { CircleQuestionMark } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Html } from './Html.tsx'

type TooltipProps = {
	/** What the button is called, e.g. «Где найти ID». */
	label: string
	placement?: 'top' | 'bottom'
	trigger?: ReactNode
} & ({ children: ReactNode; html?: undefined } | { html: string; children?: undefined })

const gap = 8

/** Above its button, at most 350 px wide. Markup is shown as such only when given as `html`. */
export function Tooltip({ label, placement = 'top', trigger, children, html }: TooltipProps) {
	const id = useId()
	const [open, setOpen] = useState(false)
	const button = useRef<HTMLButtonElement>(null)
	const bubble = useRef<HTMLSpanElement>(null)

	useEffect(() => {
		if (!open || !button.current || !bubble.current) return
		// The top layer, so that neither a dialog nor a masked receipt can cut it off.
		bubble.current.showPopover?.()
		place(bubble.current, button.current.getBoundingClientRect(), placement)
		const close = () => setOpen(false)
		const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
		window.addEventListener('scroll', close, { passive: true, capture: true })
		document.addEventListener('keydown', onKey)
		return () => {
			window.removeEventListener('scroll', close, { capture: true })
			document.removeEventListener('keydown', onKey)
		}
	}, [open, placement])

	return (
		<span className="inline-flex" onPointerLeave={() => setOpen(false)}>
			<button
				ref={button}
				type="button"
				aria-label={label}
				aria-describedby={open ? id : undefined}
				onClick={() => setOpen(true)}
				onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
				onFocus={() => setOpen(true)}
				onBlur={() => setOpen(false)}
				className="-m-3 grid size-11 place-items-center rounded-control text-muted hover:text-fore"
			>
				{trigger ?? <CircleQuestionMark size={18} aria-hidden="true" />}
			</button>
			{open && (
				<span
					ref={bubble}
					id={id}
					role="tooltip"
					popover="manual"
					className="fixed m-0 block max-w-[min(350px,calc(100vw-16px))] rounded-control border border-line bg-shelf px-3.5 py-2.5 text-sm text-fore shadow-xl z-[9999]"
				>
					{html === undefined ? children : <Html as="span" html={html} />}
				</span>
			)}
		</span>
	)
}

function place(bubble: HTMLElement, at: DOMRect, placement: 'top' | 'bottom') {
	const { width, height } = bubble.getBoundingClientRect()
	const above = at.top - height - gap
	const below = at.bottom + gap
	const left = Math.min(Math.max(at.left + at.width / 2 - width / 2, gap), window.innerWidth - width - gap)
	bubble.style.left = `${Math.max(left, gap)}px`
	bubble.style.top = `${(placement === 'top' && above >= 0) || below + height > window.innerHeight ? above : below}px`
}
