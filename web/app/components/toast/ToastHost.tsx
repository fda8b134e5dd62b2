import { useStore } from '@larek/shared/store.ts'
import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { m } from '~/paraglide/messages.js'
import { IconButton } from '../IconButton.tsx'
import { dismiss, toasts } from './toasts.ts'

const looks = {
	success: { Icon: CircleCheck, tone: 'text-mint' },
	warning: { Icon: TriangleAlert, tone: 'text-lamp-line' },
	error: { Icon: CircleAlert, tone: 'text-coral' },
}
const place = 'pointer-events-none fixed inset-x-4 top-4 z-50 grid justify-items-center'
/** Resets the browser's default styles of a popover. */
const overDialog = 'bottom-auto m-0 w-auto overflow-visible border-0 bg-transparent p-0'

/** One toast over the page; it is removed when its animation ends, and hovering or focusing pauses it. */
export function ToastHost() {
	const { showing } = useStore(toasts)
	const topDialog = useTopDialog(showing?.run)
	// One that left with its page did not say so; a notice shown inside it would end in an error.
	const dialog = topDialog?.isConnected ? topDialog : null
	const card = showing && <ToastCard key={showing.run} {...showing} />
	const isError = showing?.type === 'error'
	return (
		<div className={place}>
			{/* The regions are always there: a screen reader announces only changes inside existing ones. */}
			<div role="status" className="contents">
				{!dialog && !isError && card}
			</div>
			<div role="alert" className="contents">
				{!dialog && isError && card}
			</div>
			{/* Everything outside of an open dialog is covered by it and cannot be pressed: the toast goes inside. */}
			{dialog &&
				card &&
				createPortal(
					<div
						role={isError ? 'alert' : 'status'}
						popover="manual"
						ref={(host) => {
							if (host?.isConnected) host.showPopover?.()
						}}
						className={`${place} ${overDialog}`}
					>
						{card}
					</div>,
					dialog,
				)}
		</div>
	)
}

/** The topmost dialog, while a toast is shown. */
function useTopDialog(run: number | undefined): HTMLDialogElement | null {
	const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
	useEffect(() => {
		if (run === undefined) return
		const look = () => setDialog([...document.querySelectorAll<HTMLDialogElement>('dialog[open]')].at(-1) ?? null)
		look()
		document.addEventListener('toggle', look, true)
		document.addEventListener('close', look, true)
		return () => {
			document.removeEventListener('toggle', look, true)
			document.removeEventListener('close', look, true)
		}
	}, [run])
	useEffect(() => {
		// The close event of a dialog that was removed from the page does not reach the document.
		if (!dialog) return
		const close = () => setDialog(null)
		dialog.addEventListener('close', close)
		return () => dialog.removeEventListener('close', close)
	}, [dialog])
	return dialog
}

function ToastCard({ type, text }: { type: keyof typeof looks; text: string }) {
	const { Icon, tone } = looks[type]
	return (
		<div
			className="notice card pointer-events-auto flex max-w-110 items-start gap-3 bg-shelf py-2 pr-2 pl-4 text-fore shadow-xl"
			onAnimationEnd={dismiss}
		>
			<Icon size={20} aria-hidden="true" className={`mt-3 shrink-0 ${tone}`} />
			<p className="py-2.5">{text}</p>
			<IconButton label={m['common.close']()} onClick={dismiss}>
				<X size={18} aria-hidden="true" />
			</IconButton>
		</div>
	)
}
