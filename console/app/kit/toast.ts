import { toast } from 'sonner'
import type { Tone } from './Pill.tsx'

export interface Toast {
	text: string
	tone?: Tone
	/** One thing that can be done about it. */
	action?: { label: string; run: () => void }
}

/** Says what has happened. Never the only place an error shows: it goes by itself. */
export function showToast({ text, tone, action }: Toast): void {
	const show = tone === 'bad' ? toast.error : tone === 'good' ? toast.success : toast
	show(text, { action: action && { label: action.label, onClick: action.run } })
}
