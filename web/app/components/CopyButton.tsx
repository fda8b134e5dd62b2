import { copy } from '@larek/shared/copy.ts'
import { Check, Copy } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { m } from '~/paraglide/messages.js'
import { Button } from './Button.tsx'

interface CopyProps {
	/** Or a function that returns it at the click, where only the browser has it. */
	text: string | (() => string)
	/** Says what is copied where the text of the button does not. */
	label?: string
	look?: 'lamp' | 'ghost' | 'quiet'
	size?: 'large' | 'small'
	className?: string
	/** On a phone the icon alone is seen. */
	isNarrow?: boolean
	/** Called with the click, e.g. to show what is copied. */
	onCopy?: () => void
	children: ReactNode
}

const shownFor = 2_000

/** Copies and confirms it for a moment, in its own place. */
export function CopyButton({ text, label, onCopy, isNarrow, children, ...button }: CopyProps) {
	const [state, setState] = useState<'idle' | 'done' | 'failed'>('idle')
	useEffect(() => {
		if (state === 'idle') return
		const timer = setTimeout(() => setState('idle'), shownFor)
		return () => clearTimeout(timer)
	}, [state])
	async function onClick() {
		onCopy?.()
		setState((await copy(typeof text === 'string' ? text : text())) ? 'done' : 'failed')
	}
	return (
		<Button {...button} onClick={onClick} aria-label={state === 'idle' ? label : undefined}>
			{state === 'done' ? <Check size={18} aria-hidden="true" /> : <Copy size={18} aria-hidden="true" />}
			<span aria-live="polite" className={isNarrow ? 'max-sm:sr-only' : undefined}>
				{state === 'idle' ? children : state === 'done' ? m['common.copied']() : m['common.copy_failed']()}
			</span>
		</Button>
	)
}
