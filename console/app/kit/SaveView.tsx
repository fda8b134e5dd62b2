import { Popover } from '@base-ui/react/popover'
import { Plus } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { m } from '~/paraglide/messages.js'
import { Button, IconButton } from './Button.tsx'
import { popup } from './popup.ts'

interface SaveViewProps {
	query: string
	onSave: (view: { name: string; shared: boolean; query: string }) => void
	canShare?: boolean
}

/** Names the current filters and saves them. */
export function SaveView({ query, onSave, canShare }: SaveViewProps) {
	const [open, setOpen] = useState(false)
	const save = (event: FormEvent<HTMLFormElement>) => {
		event.preventDefault()
		const data = new FormData(event.currentTarget)
		onSave({ name: String(data.get('name')).trim(), shared: data.has('shared'), query })
		setOpen(false)
	}
	return (
		<Popover.Root open={open} onOpenChange={setOpen}>
			<Popover.Trigger render={<IconButton small label={m['kit.save_view']()} icon={Plus} />} />
			<Popover.Portal>
				<Popover.Positioner sideOffset={6} className="z-50">
					<Popover.Popup className={popup.box} aria-label={m['kit.save_view']()}>
						<form onSubmit={save} className="grid gap-2 p-1.5">
							<input
								className="control"
								name="name"
								required
								maxLength={60}
								placeholder={m['kit.view_name']()}
								aria-label={m['kit.view_name']()}
							/>
							{canShare && (
								<label className="flex items-center gap-2">
									<input type="checkbox" className="tick" name="shared" />
									{m['kit.share_view']()}
								</label>
							)}
							<Button type="submit" size="small" look="lamp">
								{m['kit.save']()}
							</Button>
						</form>
					</Popover.Popup>
				</Popover.Positioner>
			</Popover.Portal>
		</Popover.Root>
	)
}
