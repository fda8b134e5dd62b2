import { Popover } from '@base-ui/react/popover'
import { classes } from '@larek/shared/classes.ts'
import { Pencil, Pin, Plus, Users } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { m } from '~/paraglide/messages.js'
import { Button, IconButton } from './Button.tsx'
import { popup } from './popup.ts'
import { sameQuery, type View, type ViewChange, viewQuery } from './viewQuery.ts'

interface ViewsBarProps {
	views: View[]
	/** Saves the current filters; without it views cannot be made here. */
	onSave?: (view: { name: string; shared: boolean; query: string }) => void
	onChange?: (view: View, change: ViewChange) => void
	onDelete?: (view: View) => void
	canShare?: boolean
}

/** Ready and saved filters as tabs after the title, starting with «Все». */
export function ViewsBar({ views, onSave, onChange, onDelete, canShare }: ViewsBarProps) {
	const { search } = useLocation()
	const current = viewQuery(search)
	const active = views.find((view) => sameQuery(view.query, current))
	return (
		<nav
			aria-label={m['kit.views']()}
			className="flex min-w-0 items-center gap-0.5 overflow-x-auto max-md:-mx-4 max-md:px-4"
		>
			<ViewLink to="?" isActive={current === ''}>
				{m['kit.all']()}
			</ViewLink>
			{views.map((view) => (
				<ViewLink key={view.id} to={`?${view.query}`} isActive={view === active}>
					{view.pinned && <Pin size={13} aria-hidden="true" />}
					{view.shared && <Users size={13} aria-label={m['kit.shared_view']()} />}
					{view.name}
					{view.count !== undefined && <span className="text-xs font-semibold text-muted">{view.count}</span>}
				</ViewLink>
			))}
			{active?.mine && onChange && onDelete && (
				<EditView
					key={active.id}
					view={active}
					canShare={canShare}
					onChange={(change) => onChange(active, change)}
					onDelete={() => onDelete(active)}
				/>
			)}
			{onSave && !active && current !== '' && <SaveView query={current} onSave={onSave} canShare={canShare} />}
		</nav>
	)
}

function ViewLink({ to, isActive, children }: { to: string; isActive: boolean; children: React.ReactNode }) {
	return (
		<Link
			to={to}
			aria-current={isActive ? 'true' : undefined}
			className={classes(
				'inline-flex min-h-7 items-center gap-1.5 rounded-control px-2.5 font-medium whitespace-nowrap text-muted hover:bg-hover max-md:min-h-11',
				isActive && 'bg-shelf font-semibold text-fore!',
			)}
		>
			{children}
		</Link>
	)
}

interface EditViewProps {
	view: View
	canShare?: boolean
	onChange: (change: ViewChange) => void
	onDelete: () => void
}

/** Renames, shares, pins or deletes the operator's view. */
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
