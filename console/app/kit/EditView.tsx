import { Popover } from '@base-ui/react/popover'
import { Pencil } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { m } from '~/paraglide/messages.js'
import { Button, IconButton } from './Button.tsx'
import { popup } from './popup.ts'
import type { View, ViewChange } from './viewQuery.ts'

interface EditViewProps {
	view: View
	canShare?: boolean
	onChange: (change: ViewChange) => void
	onDelete: () => void
}

/** Renames, shares, pins or deletes a view of one's own. */
export function EditView({ view, canShare, onChange, onDelete }: EditViewProps) {
	const [open, setOpen] = useState(false)
	const label = m['kit.edit_view']({ name: view.name })
	const save = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		const data = new FormData(event.currentTarget)
		onChange({ name: String(data.get('name')).trim(), shared: data.has('shared'), pinned: data.has('pinned') })
		setOpen(false)
	}
	return (
		<Popover.Root open={open} onOpenChange={setOpen}>
			<Popover.Trigger render={<IconButton small label={label} icon={Pencil} />} />
			<Popover.Portal>
				<Popover.Positioner sideOffset={6} className="z-50">
					<Popover.Popup className={popup.box} aria-label={label}>
						<form onSubmit={save} className="grid gap-2 p-1.5">
							<input
								className="control"
								name="name"
								required
								maxLength={60}
								defaultValue={view.name}
								aria-label={m['kit.view_name']()}
							/>
							<label className="flex items-center gap-2">
								<input type="checkbox" className="tick" name="pinned" defaultChecked={view.pinned} />
								{m['kit.pin_view']()}
							</label>
							{canShare && (
								<label className="flex items-center gap-2">
									<input type="checkbox" className="tick" name="shared" defaultChecked={view.shared} />
									{m['kit.share_view']()}
								</label>
							)}
							<Button type="submit" size="small" look="lamp">
								{m['kit.save']()}
							</Button>
							<Button size="small" look="bad" aria-label={m['kit.delete_view']({ name: view.name })} onClick={onDelete}>
								{m['account.remove']()}
							</Button>
						</form>
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	)
}
