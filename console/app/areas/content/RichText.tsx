import { baseKeymap, toggleMark } from 'prosemirror-commands'
import { gapCursor } from 'prosemirror-gapcursor'
import { history, redo, undo } from 'prosemirror-history'
import { keymap } from 'prosemirror-keymap'
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list'
import { type Command, EditorState, type Plugin, TextSelection } from 'prosemirror-state'
import { goToNextCell, tableEditing } from 'prosemirror-tables'
import { EditorView } from 'prosemirror-view'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { ArticlePictureDialog } from './ArticlePictureDialog.tsx'
import { readHtml, schema, writeHtml } from './articleHtml.ts'
import { LinkDialog, linkAt } from './LinkDialog.tsx'
import { RichToolbar } from './RichToolbar.tsx'
import './richText.css'

const { nodes, marks } = schema

const breakLine: Command = (state, dispatch) => {
	dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView())
	return true
}

/** Keys of the text. Tab is left to the browser outside of tables: it leads on to the next field. */
const keys = (onLink: () => void) => ({
	'Mod-z': undo,
	'Mod-y': redo,
	'Mod-Shift-z': redo,
	'Mod-b': toggleMark(marks.bold),
	'Mod-i': toggleMark(marks.italic),
	'Mod-k': () => {
		onLink()
		return true
	},
	Enter: splitListItem(nodes.list_item),
	'Shift-Enter': breakLine,
	'Mod-]': sinkListItem(nodes.list_item),
	'Mod-[': liftListItem(nodes.list_item),
	Tab: goToNextCell(1),
	'Shift-Tab': goToNextCell(-1),
})

const pictureOf = (data: DataTransfer | null) => [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'))

export interface RichTextProps {
	label: string
	value: string
	readOnly: boolean
	onChange: (html: string) => void
}

type Open = { dialog: 'link' } | { dialog: 'picture'; file?: File }

/** An article's text edited as it looks. It calls `onChange` with the HTML that the server keeps as it is. */
export function RichText(props: RichTextProps) {
	const place = useRef<HTMLDivElement>(null)
	const [open, setOpen] = useState<Open>()
	const { view, state } = useEditor(place, props, setOpen)
	const close = () => {
		setOpen(undefined)
		view?.focus()
	}
	return (
		<div className="grid min-w-0 gap-1">
			<span className="text-xs font-medium text-muted" aria-hidden="true">
				{props.label}
			</span>
			{view && state && !props.readOnly && (
				<RichToolbar
					state={state}
					run={(command) => {
						command(view.state, view.dispatch, view)
						view.focus()
					}}
					onLink={() => setOpen({ dialog: 'link' })}
					onPicture={() => setOpen({ dialog: 'picture' })}
				/>
			)}
			<div ref={place} />
			{view && open?.dialog === 'link' && (
				<LinkDialog link={linkAt(view.state)} run={(command) => command(view.state, view.dispatch)} onClose={close} />
			)}
			{view && open?.dialog === 'picture' && (
				<ArticlePictureDialog
					file={open.file}
					onPlaced={(picture) => view.dispatch(view.state.tr.replaceSelectionWith(nodes.image.create(picture)))}
					onClose={close}
				/>
			)}
		</div>
	)
}

/** The view of ProseMirror in an element, and its state for what is drawn around it. */
function useEditor(place: RefObject<HTMLDivElement | null>, props: RichTextProps, onOpen: (open: Open) => void) {
	const latest = useRef(props)
	latest.current = props
	/** The text as it was read or last reported: another one comes from outside. */
	const known = useRef(props.value)
	/** The article as it was read: undoing every change gives its exact HTML again. */
	const original = useRef({ html: '', doc: schema.topNodeType.createAndFill() })
	const [view, setView] = useState<EditorView>()
	const [state, setState] = useState<EditorState>()
	useEffect(() => {
		if (!place.current) return
		const plugins = [
			history(),
			keymap(keys(() => onOpen({ dialog: 'link' }))),
			keymap(baseKeymap),
			tableEditing(),
			gapCursor(), // before and after a table that begins or ends the text
		]
		const made = new EditorView(place.current, {
			state: opened(known.current, plugins),
			editable: () => !latest.current.readOnly,
			attributes: {
				role: 'textbox',
				'aria-multiline': 'true',
				'aria-label': latest.current.label,
				spellcheck: 'true',
				tabindex: '0', // to scroll by keys what may not be changed
				class: 'control prose rich-text',
			},
			dispatchTransaction: (transaction) => {
				made.updateState(made.state.apply(transaction))
				setState(made.state)
				if (!transaction.docChanged) return
				const { html, doc } = original.current
				known.current = doc?.eq(made.state.doc) ? html : writeHtml(made.state.doc)
				latest.current.onChange(known.current)
			},
			// Styles are dropped anyway, and the content policy reports each.
			transformPastedHTML: (html) => html.replace(/ style=(?:"[^"]*"|'[^']*')/gi, ''),
			// Text processors copy a picture beside the text: the text is pasted.
			handlePaste: (_, event) => !event.clipboardData?.getData('text/plain') && offer(pictureOf(event.clipboardData)),
			handleDrop: (_, event) => {
				const at = made.posAtCoords({ left: event.clientX, top: event.clientY })
				return offer(pictureOf(event.dataTransfer), at?.pos)
			},
		})
		const offer = (file: File | undefined, at?: number) => {
			if (!file) return false
			if (at !== undefined) made.dispatch(made.state.tr.setSelection(TextSelection.near(made.state.doc.resolve(at))))
			onOpen({ dialog: 'picture', file })
			return true
		}
		original.current = { html: known.current, doc: made.state.doc }
		setView(made)
		setState(made.state)
		return () => made.destroy()
	}, [place, onOpen])
	useEffect(() => {
		if (!view || props.value === known.current) return
		known.current = props.value
		view.updateState(opened(props.value, view.state.plugins))
		original.current = { html: props.value, doc: view.state.doc }
		setState(view.state)
	}, [view, props.value])
	return { view, state }
}

const opened = (html: string, plugins: readonly Plugin[]) =>
	EditorState.create({ doc: readHtml(html), plugins: [...plugins] })
