import type { Command, EditorState } from 'prosemirror-state'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '~/kit/Button.tsx'
import { Dialog } from '~/kit/Dialog.tsx'
import { TextField } from '~/kit/fields.tsx'
import { m } from '~/paraglide/messages.js'
import { addressOf, schema } from './articleHtml.ts'

const { link } = schema.marks

/** A link of the text, or where one is to be put. */
interface Place {
	from: number
	to: number
	/** Empty where there is no link yet. */
	href: string
}

/** The link at the cursor with all its text, or the selection. */
export function linkAt({ doc, selection: { from, to, $from } }: EditorState): Place {
	const found = link.isInSet($from.marks()) ?? link.isInSet($from.nodeAfter?.marks ?? [])
	if (!found) return { from, to, href: '' }
	const place = { from, to, href: String(found.attrs.href) }
	doc.nodesBetween($from.start(), $from.end(), (node, at) => {
		if (!found.isInSet(node.marks)) return
		if (at + node.nodeSize >= from && at <= from) place.from = Math.min(place.from, at)
		if (at <= Math.max(to, from + 1)) place.to = Math.max(place.to, at + node.nodeSize)
	})
	return place
}

interface LinkDialogProps {
	link: Place
	run: (command: Command) => void
	onClose: () => void
}

/** Asks for the address of a link. Without selected text the address itself becomes the text. */
export function LinkDialog({ link: { from, to, href }, run, onClose }: LinkDialogProps) {
	const id = useId()
	const [typed, setTyped] = useState(href)
	const [isWrong, setWrong] = useState(false)
	const put = (event: FormEvent) => {
		event.preventDefault()
		event.stopPropagation()
		const address = addressOf(typed)
		setWrong(!address)
		if (!address) return
		run(({ tr }, dispatch) => {
			if (from === to) tr.insertText(typed.trim(), from)
			const end = from === to ? from + typed.trim().length : to
			dispatch?.(tr.removeMark(from, end, link).addMark(from, end, link.create({ href: address })))
			return true
		})
		onClose()
	}
	const drop = () => {
		run(({ tr }, dispatch) => {
			dispatch?.(tr.removeMark(from, to, link))
			return true
		})
		onClose()
	}
	return (
		<Dialog
			open
			title={m['content.link']()}
			onClose={onClose}
			footer={
				<>
					<span className="flex-1">{href && <Button onClick={drop}>{m['content.link_drop']()}</Button>}</span>
					<Button onClick={onClose}>{m['common.cancel']()}</Button>
					<Button type="submit" form={id} look="lamp">
						{m['content.link_put']()}
					</Button>
				</>
			}
		>
			<form id={id} noValidate onSubmit={put}>
				<TextField
					label={m['content.link_address']()}
					hint={m['content.link_hint']()}
					error={isWrong ? m['content.error_link']() : undefined}
					value={typed}
					inputMode="url"
					autoComplete="off"
					onChange={({ target }) => setTyped(target.value)}
				/>
			</form>
		</Dialog>
	)
}
