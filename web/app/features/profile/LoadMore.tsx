import { useEffect, useRef } from 'react'
import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'

/** Presses itself when it comes near; a keyboard presses it by hand. */
export function LoadMore({ busy, more }: { busy: boolean; more: () => void }) {
	const place = useRef<HTMLDivElement>(null)
	const press = useRef(more)
	useEffect(() => {
		press.current = more
	})
	useEffect(() => {
		if (busy || !place.current) return
		const watcher = new IntersectionObserver(([entry]) => entry?.isIntersecting && press.current(), {
			rootMargin: '600px',
		})
		watcher.observe(place.current)
		return () => watcher.disconnect()
	}, [busy])
	return (
		<div ref={place} className="grid justify-items-center">
			<Button busy={busy} onClick={more}>
				{m['profile.more']()}
			</Button>
		</div>
	)
}
