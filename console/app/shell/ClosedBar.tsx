import { Store } from 'lucide-react'
import { Link } from 'react-router'
import type { Me } from '~/api/session.ts'
import { m } from '~/paraglide/messages.js'

/** Says on every screen that buyers see no shop. */
export function ClosedBar({ me }: { me: Me }) {
	return (
		<p className="flex flex-wrap items-center justify-center gap-x-3 border-b border-line bg-dusk px-4 py-1.5 text-xs">
			<span className="inline-flex items-center gap-2">
				<Store size={14} aria-hidden="true" className="flex-none text-lamp-text" />
				{me.shopState === 'preparing' ? m['shell.shop_preparing']() : m['shell.shop_closed']()}
			</span>
			{me.permissions.includes('settings.write') && (
				<Link to="/settings" className="text-sky underline underline-offset-3">
					{m['shell.shop_open_it']()}
				</Link>
			)}
		</p>
	)
}
