import { Dialog as Base } from '@base-ui/react/dialog'
import { classes } from '@larek/shared/classes.ts'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { m } from '~/paraglide/messages.js'
import { IconButton } from './Button.tsx'

export interface OverlayProps {
	open: boolean
	title: ReactNode
	/** The subtitle. */
	subtitle?: ReactNode
	onClose: () => void
	children: ReactNode
	/** Buttons that stay visible while the rest scrolls. */
	footer?: ReactNode
	wide?: boolean
}

const shade = 'fade fixed inset-0 z-40 bg-black/45'

/** A card in the middle, a sheet from the bottom on a phone. Focus is trapped inside and returns afterwards. */
export function Dialog({ wide, ...content }: OverlayProps) {
	return (
		<Overlay
			{...content}
			place={classes(
				'rise fixed z-50 flex flex-col overflow-hidden border border-line bg-window shadow-float outline-none',
				'md:top-1/2 md:left-1/2 md:max-h-[88dvh] md:w-full md:-translate-1/2 md:rounded-stage',
				wide ? 'md:max-w-200' : 'md:max-w-120',
				'max-md:inset-x-0 max-md:bottom-0 max-md:max-h-[92dvh] max-md:rounded-t-stage',
			)}
		/>
	)
}

/** A panel from the right for details such as a raw record. Full screen on a phone. */
export function Drawer({ wide, ...content }: OverlayProps) {
	return (
		<Overlay
			{...content}
			place={classes(
				'slide fixed inset-y-0 right-0 z-50 flex w-full flex-col border-l border-line bg-window shadow-float outline-none',
				wide ? 'md:max-w-180' : 'md:max-w-120',
			)}
		/>
	)
}

function Overlay({ open, title, subtitle, onClose, children, footer, place }: OverlayProps & { place: string }) {
	return (
		<Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
			<Base.Portal>
				{/* Also above another dialog. */}
				<Base.Backdrop forceRender className={shade} />
				<Base.Popup className={place}>
					<div className="flex items-start gap-2.5 px-4.5 pt-3.5 pb-2.5">
						<div className="min-w-0 flex-1 pt-1">
							<Base.Title className="head text-lg">{title}</Base.Title>
							{subtitle && <Base.Description className="mt-0.5 text-xs text-muted">{subtitle}</Base.Description>}
						</div>
						<Base.Close render={<IconButton label={m['common.close']()} icon={X} />} />
					</div>
					<div className="min-h-0 flex-1 overflow-y-auto overscroll-contain px-4.5 pb-4">{children}</div>
					{footer && (
						<div className="flex flex-wrap items-center gap-2 border-t border-line bg-night px-4.5 py-3">{footer}</div>
					)}
				</Base.Popup>
			</Base.Portal>
		</Base.Root>
	)
}
