import { CircleAlert, CircleCheck, TriangleAlert, X } from 'lucide-react'
import { useStore } from '~/lib/store.ts'
import { m } from '~/paraglide/messages.js'
import { dismiss, notices } from './toasts.ts'

const faces = {
	success: { Icon: CircleCheck, tone: 'text-mint' },
	warning: { Icon: TriangleAlert, tone: 'text-lamp-text' },
	error: { Icon: CircleAlert, tone: 'text-coral' },
}

/** One notice over the page; it leaves when its animation ends, and hovering or focusing holds it. */
export function NoticeHost() {
	const { showing } = useStore(notices)
	return (
		<div className="pointer-events-none fixed inset-x-4 top-4 z-50 grid justify-items-center">
			{/* The regions are always there: a screen reader hears only changes inside ones it already knows. */}
			<div role="status" className="contents">
				{showing && showing.type !== 'error' && <NoticeCard key={showing.run} {...showing} />}
			</div>
			<div role="alert" className="contents">
				{showing?.type === 'error' && <NoticeCard key={showing.run} {...showing} />}
			</div>
		</div>
	)
}

function NoticeCard({ type, text }: { type: keyof typeof faces; text: string }) {
	const { Icon, tone } = faces[type]
	return (
		<div
			className="notice card pointer-events-auto flex max-w-110 items-start gap-3 bg-shelf py-2 pr-2 pl-4 shadow-xl"
			onAnimationEnd={dismiss}
		>
			<Icon size={20} aria-hidden="true" className={`mt-3 shrink-0 ${tone}`} />
			<p className="py-2.5">{text}</p>
			<button
				type="button"
				aria-label={m['common.close']()}
				onClick={dismiss}
				className="grid size-11 shrink-0 place-items-center rounded-control text-muted hover:text-fore"
			>
				<X size={18} aria-hidden="true" />
			</button>
		</div>
	)
}
