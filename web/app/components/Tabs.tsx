import { classes } from '@larek/shared/classes.ts'
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react'

export interface Tab {
	key: string
	label: string
	content: ReactNode
}

export function Tabs({ label, tabs, initial }: { label: string; tabs: Tab[]; initial?: string }) {
	const id = useId()
	const list = useRef<HTMLDivElement>(null)
	const [chosen, choose] = useState(initial ?? tabs[0]?.key)
	const index = Math.max(
		0,
		tabs.findIndex((tab) => tab.key === chosen),
	)

	function onKeyDown(event: KeyboardEvent) {
		const moves: Record<string, number> = {
			ArrowRight: index + 1,
			ArrowLeft: index - 1,
			Home: 0,
			End: tabs.length - 1,
		}
		const to = moves[event.key]
		if (to === undefined) return
		event.preventDefault()
		const wrapped = (to + tabs.length) % tabs.length
		choose(tabs[wrapped]?.key)
		list.current?.querySelectorAll<HTMLElement>('[role=tab]')[wrapped]?.focus()
	}

	return (
		<div className="min-w-0">
			<div ref={list} role="tablist" aria-label={label} className="flex gap-1 overflow-x-auto border-b border-line">
				{tabs.map((tab, at) => (
					<button
						key={tab.key}
						type="button"
						role="tab"
						id={`${id}-${tab.key}`}
						aria-selected={at === index}
						aria-controls={`${id}-panel`}
						tabIndex={at === index ? 0 : -1}
						onClick={() => choose(tab.key)}
						onKeyDown={onKeyDown}
						className={classes(
							'-mb-px min-h-11 shrink-0 border-b-2 px-4 font-semibold',
							at === index ? 'border-lamp-line text-fore' : 'border-transparent text-muted hover:text-fore',
						)}
					>
						{tab.label}
					</button>
				))}
			</div>
			<div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${tabs[index]?.key}`} className="pt-4">
				{tabs[index]?.content}
			</div>
		</div>
	)
}
