import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '~/paraglide/messages.js'

interface DialogProps {
	open: boolean
	title: string
	onClose: () => void
	children: ReactNode
	/** Buttons that stay in sight while the rest scrolls. */
	footer?: ReactNode
}

/**
 * A sheet from the bottom on a phone, a card in the middle on a desktop. The browser's own <dialog> keeps the focus
 * inside. Load what goes into it with lazy().
 */
export function Dialog({ open, title, onClose, children, footer }: DialogProps) {
	const ref = useRef<HTMLDialogElement>(null)
	const heading = useId()
	useEffect(() => {
		const dialog = ref.current
		if (!open || !dialog) return
		const before = document.activeElement
		if (!dialog.open) dialog.showModal()
		return () => {
			dialog.close()
			// The browser gives the focus back only while the dialog is still in the page, and by now it may be gone.
			if (before instanceof HTMLElement) before.focus()
		}
	}, [open])
	if (!open) return null
	return (
		// biome-ignore lint/a11y/useKeyWithClickEvents: Escape comes as onCancel; the click is for the backdrop
		<dialog
			ref={ref}
			aria-labelledby={heading}
			onCancel={(event) => {
				event.preventDefault()
				onClose()
			}}
			onClick={(event) => event.target === event.currentTarget && onClose()}
			className="fixed inset-x-0 top-auto bottom-0 m-0 max-h-[88dvh] w-full max-w-none overflow-hidden rounded-t-stage border border-line bg-window p-0 text-fore md:inset-0 md:m-auto md:w-130 md:rounded-stage"
		>
			<div className="flex max-h-[88dvh] flex-col">
				<header className="flex items-start gap-4 px-5 pt-4 pb-2">
					<h2 id={heading} className="flex-1 pt-2 text-lg">
						{title}
					</h2>
					<button
						type="button"
						onClick={onClose}
						aria-label={m['common.close']()}
						className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:bg-shelf hover:text-fore"
					>
						<X size={20} aria-hidden="true" />
					</button>
				</header>
				<div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
				{footer && <footer className="flex gap-3 border-t border-line px-5 py-4">{footer}</footer>}
			</div>
		</dialog>
	)
}
