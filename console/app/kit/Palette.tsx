import { Dialog } from '@base-ui/react/dialog'
import { useStore } from '@larek/shared/store.ts'
import { Command } from 'cmdk'
import { CornerDownLeft, Search } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { m } from '~/paraglide/messages.js'
import { useFound } from './found.ts'
import { Kbd } from './Kbd.tsx'
import { type PaletteGroup, type PaletteItem, pageCommands, recentItems, rememberRecent } from './palette.ts'

interface PaletteProps {
	/** Screens this operator may open. */
	pages: PaletteItem[]
	onClose: () => void
}

/** Find anything. The typed text is sent in a request body, never in a URL. */
export default function Palette({ pages, onClose }: PaletteProps) {
	const [text, setText] = useState('')
	const found = useFound(text)
	const commands = useStore(pageCommands)
	const navigate = useNavigate()
	const pick = (item: PaletteItem) => {
		onClose()
		item.run?.()
		if (item.to) {
			rememberRecent(item)
			navigate(item.to)
		}
	}
	const matching = (items: PaletteItem[]) => items.filter(({ title }) => isLike(title, text))
	const groups: PaletteGroup[] = [
		...found.groups,
		...(text === '' ? [{ title: m['palette.recent'](), items: recentItems() }] : []),
		{ title: m['palette.commands'](), items: matching(commands) },
		{ title: m['palette.pages'](), items: matching(pages) },
	].filter(({ items }) => items.length > 0)
	return (
		<Dialog.Root open onOpenChange={(open) => !open && onClose()}>
			<Dialog.Portal>
				<Dialog.Backdrop className="fade fixed inset-0 z-40 bg-black/45" />
				<Dialog.Popup
					aria-label={m['palette.title']()}
					className="rise fixed top-[12dvh] left-1/2 z-50 w-full max-w-160 -translate-x-1/2 overflow-hidden rounded-stage border border-line bg-window shadow-float max-md:inset-0 max-md:max-w-none max-md:translate-x-0 max-md:rounded-none"
				>
					<Command shouldFilter={false} loop label={m['palette.title']()}>
						<div className="flex items-center gap-2.5 border-b border-line px-4">
							<Search size={18} className="flex-none text-muted" aria-hidden="true" />
							<Command.Input
								autoFocus
								value={text}
								onValueChange={setText}
								placeholder={m['palette.placeholder']()}
								className="h-13.5 min-w-0 flex-1 bg-transparent text-[17px] outline-none"
							/>
							{found.isBusy && <span className="spinner text-muted" aria-hidden="true" />}
							<button type="button" onClick={onClose} className="text-muted max-md:min-h-11 md:hidden">
								{m['common.close']()}
							</button>
						</div>
						<Command.List className="max-h-[60dvh] overflow-y-auto p-2 max-md:max-h-none">
							{found.problem && <p className="px-2 py-3 text-coral">{found.problem}</p>}
							<Command.Empty className="px-2 py-6 text-center text-muted">
								{found.isBusy ? m['common.loading']() : m['palette.nothing']()}
							</Command.Empty>
							{groups.map((group) => (
								<Command.Group
									key={group.title}
									heading={group.title}
									className="[&>[cmdk-group-heading]]:px-2 [&>[cmdk-group-heading]]:pt-2 [&>[cmdk-group-heading]]:pb-1 [&>[cmdk-group-heading]]:text-xs [&>[cmdk-group-heading]]:text-muted"
								>
									{group.items.map((item) => (
										<Hit key={item.id} item={item} group={group.title} onPick={pick} />
									))}
								</Command.Group>
							))}
						</Command.List>
					</Command>
				</Dialog.Popup>
			</Dialog.Portal>
		</Dialog.Root>
	)
}

function Hit({ item, group, onPick }: { item: PaletteItem; group: string; onPick: (item: PaletteItem) => void }) {
	const Icon = item.icon
	return (
		<Command.Item
			value={`${group} ${item.id}`}
			onSelect={() => onPick(item)}
			className="group flex min-h-11 cursor-pointer items-center gap-2.5 rounded-control px-2 data-[selected=true]:bg-shelf"
		>
			{Icon && <Icon size={16} className="flex-none text-muted" aria-hidden="true" />}
			<span className="min-w-0 flex-1">
				<span className="block truncate font-medium">{item.title}</span>
				{item.hint && <span className="block truncate text-xs text-muted">{item.hint}</span>}
			</span>
			{item.keys && <Kbd keys={item.keys} />}
			<CornerDownLeft size={14} className="hidden text-muted group-data-[selected=true]:block" aria-hidden="true" />
		</Command.Item>
	)
}

const isLike = (title: string, text: string) => title.toLowerCase().includes(text.trim().toLowerCase())
