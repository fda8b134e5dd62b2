import { Plus } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMay } from '~/api/session.ts'
import { Button } from '~/kit/Button.tsx'

interface BarProps {
	/** The game or place of the list. */
	children?: ReactNode
	label: string
	onNew: () => void
}

/** The bar above a list: its game or place, and the button to add. */
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
