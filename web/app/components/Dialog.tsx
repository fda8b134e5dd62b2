import { X } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { m } from '~/paraglide/messages.js'
import { IconButton } from './IconButton.tsx'

interface DialogProps {
	open: boolean
	title: string
	onClose: () => void
	children: ReactNode
	/** Buttons that stay in sight while the rest scrolls. */
	footer?: ReactNode
}

/**
 * A sheet from the bottom on a phone, a card in the middle on a desktop. The browser's own <dialog> traps the focus.
 * Load what goes into it with lazy().
 */
export function Dialog({ open, title, onClose, children, footer }: DialogProps) {
	const ref = useRef<HTMLDialogElement>(null)
	const heading = useId()
	useEffect(() => {
		const dialog = ref.current
		if (!open || !dialog) return
		const before = document.activeElement
		if (!dialog.open) {
			dialog.showModal()
			// The browser takes the first button, which closes it: a second Enter would.
			dialog.querySelector('h2')?.focus()
		}
		return () => {
			dialog.close()
			// The browser restores the focus only while the dialog is still in the page, and by now it may be removed.
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
			className="sheet"
		>
			<div className="flex max-h-[88dvh] flex-col">
				{/* Neither header nor footer: outside of a section they would be a second banner and footer of the page. */}
				<div className="flex items-start gap-4 px-5 pt-4 pb-2">
					<h2 id={heading} tabIndex={-1} className="flex-1 pt-2 text-lg outline-none">
						{title}
					</h2>
					<IconButton
						label={m['common.close']()}
						onClick={onClose}
						className="text-muted hover:bg-shelf hover:text-fore"
					>
						<X size={20} aria-hidden="true" />
					</IconButton>
				</div>
				<div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-5 pb-5">{children}</div>
				{footer && <div className="flex gap-3 border-t border-line px-5 py-4">{footer}</div>}
			</div>
		</dialog>
	)
}
