import { WifiOff } from 'lucide-react'
import { m } from '~/paraglide/messages.js'

/** Shown by the style sheet alone while <html> says that there is no network: it works before hydration too. */
export function OfflineNote() {
	return (
		<div role="status" className="offline-note">
			<WifiOff size={20} aria-hidden="true" className="shrink-0 text-lamp-line" />
			<p>
				<b>{m['shell.offline']()}</b> {m['shell.offline_text']()}
			</p>
		</div>
	)
}
