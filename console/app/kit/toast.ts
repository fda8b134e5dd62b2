import { toast } from 'sonner'
import type { Tone } from './Pill.tsx'

export interface Toast {
	text: string
	tone?: Tone
	/** An optional button. */
	action?: { label: string; run: () => void }
}

/** Shows a message that disappears, so it is never the only place of an error. */
export function showToast({ text, tone, action }: Toast): void {
	const show = tone === 'bad' ? toast.error : tone === 'good' ? toast.success : toast
	show(text, { action: action && { label: action.label, onClick: action.run } })
}
