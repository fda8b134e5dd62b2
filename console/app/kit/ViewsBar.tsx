import { classes } from '@larek/shared/classes.ts'
import { Pin, Users } from 'lucide-react'
import { Link, useLocation } from 'react-router'
import { m } from '~/paraglide/messages.js'
import { EditView } from './EditView.tsx'
import { SaveView } from './SaveView.tsx'
import { sameQuery, type View, type ViewChange, viewQuery } from './viewQuery.ts'

interface ViewsBarProps {
	views: View[]
	/** Saves the current filters; without it views cannot be made here. */
	onSave?: (view: { name: string; shared: boolean; query: string }) => void
	onChange?: (view: View, change: ViewChange) => void
	onDelete?: (view: View) => void
	canShare?: boolean
}

/** Saved filters as tabs beside the title: «Все», then the saved ones. */
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
