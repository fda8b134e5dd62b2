import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'

interface IconButtonProps {
	label: string
	onClick: () => void
	className?: string
	/** Which slide a press shows before hydration: see early/slides.ts. */
	slide?: string
	/** The icon. */
	children: ReactNode
}

/** A button without a text, large enough for a thumb. */
export function IconButton({
	label,
	onClick,
	className = 'text-muted hover:text-fore',
	slide,
	children,
}: IconButtonProps) {
	return (
		<button
			type="button"
			aria-label={label}
			onClick={onClick}
			data-slide={slide}
			className={classes('grid size-11 shrink-0 place-items-center rounded-control', className)}
		>
			{children}
		</button>
	)
}
