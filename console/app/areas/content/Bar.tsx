import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'

interface BarProps {
	/** What the list is of: a game, a place. */
	children?: ReactNode
	label: string
	onNew: () => void
}

/** Above a list: what it is of, and a button that adds to it. */
export function Bar({ children, label, onNew }: BarProps) {
	const may = useMay()
	return (
		<div className="mb-3 flex flex-wrap items-end gap-3">
			{children}
			<span className="flex-1" />
			{may('content.write') && (
				<Button look="lamp" icon={Plus} onClick={onNew}>
					{label}
				</Button>
			)}
		</div>
	)
}
