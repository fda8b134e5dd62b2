import { Bold, Heading2, Italic, Link2, List, ListOrdered, type LucideIcon, Pilcrow } from 'lucide-react'
import type { RefObject } from 'react'
import { IconButton } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { type Mark, putInto } from './markup.ts'

const marks: [Mark, () => string, LucideIcon][] = [
	['h2', m['content.heading'], Heading2],
	['p', m['content.paragraph'], Pilcrow],
	['b', m['content.bold'], Bold],
	['i', m['content.italic'], Italic],
	['ul', m['content.list'], List],
	['ol', m['content.numbered'], ListOrdered],
	['a', m['content.link'], Link2],
]

/** Buttons that wrap the selection in a tag. */
export function Toolbar({
	area,
	onChange,
}: {
	area: RefObject<HTMLTextAreaElement | null>
	onChange: (text: string) => void
}) {
	const press = (mark: Mark) => {
		const field = area.current
		if (!field) return
		const { text, from, to } = putInto(mark, field.value, field.selectionStart, field.selectionEnd)
		onChange(text)
		// Sets the selection after React has rendered the new text.
		requestAnimationFrame(() => {
			field.focus()
			field.setSelectionRange(from, to)
		})
	}
	return (
		<div role="toolbar" aria-label={m['content.toolbar']()} className="flex flex-wrap gap-0.5">
			{marks.map(([mark, label, icon]) => (
				<IconButton key={mark} label={label()} icon={icon} onClick={() => press(mark)} />
			))}
		</div>
	)
}
