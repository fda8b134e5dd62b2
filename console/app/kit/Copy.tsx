import { copy } from '@larek/shared/copy.ts'
import { Check, Copy as CopyIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { m } from '~/paraglide/messages.js'
import { IconButton } from './Button.tsx'
import { showToast } from './toast.ts'

interface CopyProps {
	/** The copied text; masked values are copied masked. */
	text: string
	/** The noun of the button's accessible name: «номер заказа». */
	what?: string
	/** The displayed text; the copied text by default. `null` shows only the button. */
	children?: ReactNode
}

/** A value with a button that copies it. */
export function Copy({ text, what, children = text }: CopyProps) {
	const [copied, setCopied] = useState(false)
	useEffect(() => {
		if (!copied) return
		const timer = setTimeout(() => setCopied(false), 1_500)
		return () => clearTimeout(timer)
	}, [copied])
	const label = what ? m['kit.copy_what']({ what }) : m['kit.copy']()
	return (
		<span className="inline-flex max-w-full items-center gap-0.5">
			<span className="min-w-0 truncate">{children}</span>
			<IconButton
				small
				label={copied ? m['kit.copied']() : label}
				icon={copied ? Check : CopyIcon}
				className="-my-1 max-md:size-8!"
				onClick={async () => {
					if (await copy(text)) setCopied(true)
					else showToast({ tone: 'bad', text: m['kit.copy_failed']() })
				}}
			/>
		</span>
	)
}
