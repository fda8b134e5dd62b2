import type { ComponentProps, ReactNode } from 'react'
import { Button } from '~/components/Button.tsx'
import { m } from '~/paraglide/messages.js'

interface PayBarProps {
	/** Empty while nothing can be bought. */
	total: string
	label: ReactNode
	/** How the button looks. */
	button: Omit<ComponentProps<typeof Button>, 'children'>
}

/** The sum and the button under a thumb: over the bar of the shop while the form is in sight. */
export function PayBar({ total, label, button }: PayBarProps) {
	return (
		<div className="sticky bottom-0 z-45 -mx-4 mt-5 flex items-center gap-4 border-t border-line bg-dusk px-4 pt-2.5 pb-[calc(10px+env(safe-area-inset-bottom))] md:-mx-6 md:px-6 lg:hidden">
			{total && (
				<span className="grid">
					<span className="text-xs text-muted">{m['order_form.receipt_total']()}</span>
					<b className="text-lg leading-tight whitespace-nowrap">{total}</b>
				</span>
			)}
			<Button {...button} className="min-w-0 flex-1 px-2!">
				{label}
			</Button>
		</div>
	)
}
