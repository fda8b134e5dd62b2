import {
	BetweenHorizontalEnd,
	BetweenVerticalEnd,
	Bold,
	Heading2,
	Heading3,
	ImagePlus,
	Italic,
	Link2,
	List,
	ListOrdered,
	type LucideIcon,
	Pilcrow,
	Redo2,
	TableColumnsSplit,
	TableRowsSplit,
	TextQuote,
	Undo2,
} from 'lucide-react'
import { lift, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands'
import { redo, undo } from 'prosemirror-history'
import type { Attrs, MarkType, NodeType } from 'prosemirror-model'
import { liftListItem, wrapInList } from 'prosemirror-schema-list'
import type { Command, EditorState } from 'prosemirror-state'
import { addColumnAfter, addRowAfter, deleteColumn, deleteRow, isInTable } from 'prosemirror-tables'
import { IconButton } from '~/kit/Button.tsx'
import { m } from '~/paraglide/messages.js'
import { schema } from './articleHtml.ts'

const { nodes, marks } = schema

interface Tool {
	label: () => string
	icon: LucideIcon
	run: Command
	isOn?: (state: EditorState) => boolean
}

const isMarked = (type: MarkType) => (state: EditorState) => {
	const { from, to, empty, $from } = state.selection
	if (empty) return !!type.isInSet(state.storedMarks ?? $from.marks())
	return state.doc.rangeHasMark(from, to, type)
}

/** Whether the selection is inside such a node. */
const isIn =
	(type: NodeType, attrs: Attrs = {}) =>
	({ selection: { $from } }: EditorState) =>
		Array.from({ length: $from.depth + 1 }, (_, depth) => $from.node(depth)).some(
			(node) => node.type === type && Object.entries(attrs).every(([name, value]) => node.attrs[name] === value),
		)

/** Wraps, or takes out what is wrapped already. */
const toggle =
	(type: NodeType, wrap: Command, unwrap: Command): Command =>
	(state, dispatch) =>
		(isIn(type)(state) ? unwrap : wrap)(state, dispatch)

const heading = (level: number): Pick<Tool, 'run' | 'isOn'> => ({
	run: setBlockType(nodes.heading, { level }),
	isOn: isIn(nodes.heading, { level }),
})
const list = (type: NodeType): Pick<Tool, 'run' | 'isOn'> => ({
	run: toggle(type, wrapInList(type), liftListItem(nodes.list_item)),
	isOn: isIn(type),
})

const always: Tool[] = [
	{ label: m['content.heading'], icon: Heading2, ...heading(2) },
	{ label: m['content.subheading'], icon: Heading3, ...heading(3) },
	{ label: m['content.paragraph'], icon: Pilcrow, run: setBlockType(nodes.paragraph) },
	{ label: m['content.bold'], icon: Bold, run: toggleMark(marks.bold), isOn: isMarked(marks.bold) },
	{ label: m['content.italic'], icon: Italic, run: toggleMark(marks.italic), isOn: isMarked(marks.italic) },
	{ label: m['content.list'], icon: List, ...list(nodes.bullet_list) },
	{ label: m['content.numbered'], icon: ListOrdered, ...list(nodes.ordered_list) },
	{
		label: m['content.quote'],
		icon: TextQuote,
		run: toggle(nodes.blockquote, wrapIn(nodes.blockquote), lift),
		isOn: isIn(nodes.blockquote),
	},
]
const steps: Tool[] = [
	{ label: m['content.undo'], icon: Undo2, run: undo },
	{ label: m['content.redo'], icon: Redo2, run: redo },
]
const inTable: Tool[] = [
	{ label: m['content.row_add'], icon: BetweenHorizontalEnd, run: addRowAfter },
	{ label: m['content.row_drop'], icon: TableRowsSplit, run: deleteRow },
	{ label: m['content.column_add'], icon: BetweenVerticalEnd, run: addColumnAfter },
	{ label: m['content.column_drop'], icon: TableColumnsSplit, run: deleteColumn },
]

interface RichToolbarProps {
	state: EditorState
	run: (command: Command) => void
	onLink: () => void
	onPicture: () => void
}

/** The buttons above an article's text; those of a table while the cursor is in one. */
export function RichToolbar({ state, run, onLink, onPicture }: RichToolbarProps) {
	const button = ({ label, icon, run: command, isOn }: Tool) => (
		<IconButton
			key={label()}
			label={label()}
			icon={icon}
			aria-pressed={isOn?.(state)}
			aria-disabled={!command(state) || undefined}
			className="aria-disabled:opacity-50 aria-pressed:bg-shelf aria-pressed:text-lamp-text"
			onClick={() => run(command)}
		/>
	)
	return (
		<div role="toolbar" aria-label={m['content.toolbar']()} className="flex flex-wrap gap-0.5">
			{always.map(button)}
			<IconButton
				label={m['content.link']()}
				icon={Link2}
				aria-pressed={isMarked(marks.link)(state)}
				className="aria-pressed:bg-shelf aria-pressed:text-lamp-text"
				onClick={onLink}
			/>
			<IconButton label={m['content.picture']()} icon={ImagePlus} onClick={onPicture} />
			{steps.map(button)}
			{isInTable(state) && inTable.map(button)}
		</div>
	)
}
