import { useStore } from '@larek/shared/store.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { m } from '~/paraglide/messages.js'
import { useLiveState } from './live.ts'
import { shopName } from './shopName.ts'
import { titlePrefix } from './title.ts'

interface PageProps {
	title: string
	/** The parent page, usually a list. */
	parent?: { to: string; title: string }
	/** Right after the title: views, segments, pills. */
	beside?: ReactNode
	/** At the end of the bar: buttons. */
	actions?: ReactNode
	/** Shows that the page updates live. */
	live?: boolean
	children: ReactNode
}

/** The bar with the title and what is below it. Every screen of the console is one. */
export function Page({ title, parent, beside, actions, live, children }: PageProps) {
	const prefix = useStore(titlePrefix)
	const shop = useStore(shopName)
	return (
		<>
			<title>{`${prefix}${title} · ${m['console.name']({ shop })}`}</title>
			<header className="sticky top-0 z-20 flex min-h-12 flex-wrap items-center gap-x-2.5 gap-y-1 border-b border-line bg-dusk px-6 py-1 max-md:min-h-14 max-md:px-4 max-md:py-2">
				{parent && (
					<Link to={parent.to} className="flex items-center gap-1.5 text-muted hover:text-fore max-md:min-h-11">
						{parent.title}
						<ChevronRight size={14} aria-hidden="true" />
					</Link>
				)}
				<h1 className="head mr-1 text-lg">{title}</h1>
				{beside}
				<span className="flex-1" />
				{live && <LiveMark />}
				{actions}
			</header>
			<div className="mx-auto w-full max-w-420 px-6 pt-4 pb-8 max-md:px-4 max-md:pb-28">{children}</div>
		</>
	)
}

function LiveMark() {
	const state = useLiveState()
	if (state === 'live')
		return (
			<span className="flex items-center gap-2 text-xs text-muted max-md:hidden">
				<span className="live-dot" aria-hidden="true" />
				{m['kit.live']()}
			</span>
		)
	return <span className="text-xs text-muted max-md:hidden">{m['kit.polling']()}</span>
}
