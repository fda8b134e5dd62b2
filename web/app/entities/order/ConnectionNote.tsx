import { WifiOff } from 'lucide-react'
import { useRevalidator } from 'react-router'
import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'

/**
 * Over a page that shows the state before the shop stopped answering; the order is safe on the server. Without a network
 * OfflineNote says it alone.
 */
export function ConnectionNote({ isStale }: { isStale: boolean }) {
	const look = 'card mb-5 flex items-start gap-3.5 border-lamp-line/60 p-4 in-data-offline:hidden'
	return (
		<div role="status" className={isStale ? look : 'sr-only'}>
			{isStale && (
				<>
					<WifiOff size={22} aria-hidden="true" className="mt-0.5 shrink-0 text-lamp-line" />
					<span>
						<b className="block">{m['connection.lost']()}</b>
						<span className="text-sm text-muted">{m['connection.order_safe']()}</span>
					</span>
				</>
			)}
		</div>
	)
}

/** Instead of a page that could not be loaded at all. */
export function OrderUnreachable() {
	const { revalidate, state } = useRevalidator()
	return (
		<div role="alert" className="card grid justify-items-start gap-4 p-5">
			<h1 className="head text-2xl">{m['connection.lost']()}</h1>
			<p className="text-muted">{m['connection.order_safe']()}</p>
			<Button look="lamp" busy={state !== 'idle'} onClick={() => revalidate()}>
				{m['common.retry']()}
			</Button>
		</div>
	)
}
