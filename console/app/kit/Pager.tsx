import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { m } from '~/paraglide/messages.js'
import { Button } from './Button.tsx'
import { hotkeyOf, useHotkey } from './hotkeys.ts'
import { Kbd } from './Kbd.tsx'

interface PagerProps {
	/** Cursors of the server's answer; an empty one has no such page. */
	next?: string | null
	previous?: string | null
	/** A description of the rows: «50 заказов, новые сверху». */
	children?: ReactNode
}

/** To newer and older rows. The cursor lives in the address, and a change of a filter drops it. */
export function Pager({ next, previous, children }: PagerProps) {
	const [, setParams] = useSearchParams()
	const go = (cursor: string | null | undefined) => {
		if (!cursor) return
		setParams((now) => {
			const params = new URLSearchParams(now)
			params.set('cursor', cursor)
			return params
		})
	}
	useHotkey('nextPage', () => go(next), !!next)
	useHotkey('previousPage', () => go(previous), !!previous)
	return (
		<div className="flex min-h-11 flex-wrap items-center gap-2 border-t border-hair px-3.5 py-1.5">
			<span className="flex-1 text-xs text-muted">{children}</span>
			<span className="flex items-center gap-1.5 text-xs text-muted max-md:hidden" aria-hidden="true">
				<Kbd keys={hotkeyOf('nextRow')} /> <Kbd keys={hotkeyOf('previousRow')} /> {m['kit.rows']()}
			</span>
			<Button size="small" disabled={!previous} onClick={() => go(previous)}>
				<ChevronLeft size={14} aria-hidden="true" />
				{m['kit.newer']()}
			</Button>
			<Button size="small" disabled={!next} onClick={() => go(next)}>
				{m['kit.older']()}
				<ChevronRight size={14} aria-hidden="true" />
			</Button>
		</div>
	)
}
