// The parts a scenario is made of.
import { lazy, type ReactNode, Suspense } from 'react'
import type { P2pScenario } from '~/api/gen/types.gen.ts'
import { buttonClass } from '~/components/Button.tsx'
import { CopyButton } from '~/components/CopyButton.tsx'
import { classes } from '~/lib/classes.ts'
import { m } from '~/paraglide/messages.js'

// Drawing one takes code of its own, and few payments have one.
const QrCode = lazy(() => import('./QrCode.tsx'))

const frame = 'mx-auto grid size-53 place-items-center rounded-card bg-[#fff] p-3.5'

export function Qr({ text }: { text: string }) {
	return (
		<div className={frame}>
			<Suspense fallback={null}>
				<QrCode text={text} label={m['pay_page.qr_label']()} />
			</Suspense>
		</div>
	)
}

export function PictureQr({ src }: { src: string }) {
	return (
		<div className={frame}>
			<img src={src} alt={m['pay_page.qr_label']()} width={184} height={184} className="qr" />
		</div>
	)
}

interface AppLinkProps {
	href?: string
	/** In a window of its own. */
	isNew?: boolean
	className?: string
	children: ReactNode
}

/** A whole document elsewhere, so a plain link. */
export function AppLink({ href, isNew, className, children }: AppLinkProps) {
	if (!href) return null
	return (
		<a
			href={href}
			target={isNew ? '_blank' : undefined}
			rel="noreferrer"
			className={buttonClass({ look: 'lamp' }, classes('w-full md:w-auto', className))}
		>
			{children}
		</a>
	)
}

export function CardTransfer({ scenario, amount }: { scenario: P2pScenario; amount: string }) {
	const number = scenario.cardNumber.replace(/\D/g, '')
	const rows = [
		{ label: m['pay_page.card_number'](), value: number.replace(/(\d{4})(?=\d)/g, '$1\u00a0'), copied: number },
		// As banks take it: digits and a comma.
		{ label: m['pay_page.card_amount'](), value: amount, copied: scenario.amount.replace('.', ',') },
	]
	return (
		<>
			<p className="text-muted">{m['pay_page.card_text']()}</p>
			<dl className="grid w-full grid-cols-1 gap-2.5">
				{rows.map(({ label, value, copied }) => (
					<div
						key={label}
						className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 rounded-control bg-night px-3.5 py-2.5"
					>
						<dt className="text-xs text-muted">{label}</dt>
						<dd className="font-bold whitespace-nowrap md:text-lg">{value}</dd>
						<dd className="col-start-2 row-span-2 row-start-1">
							<CopyButton
								text={copied}
								size="small"
								isNarrow
								className="max-sm:px-3.5"
								label={m['pay_page.copy_what']({ what: label })}
							>
								{m['common.copy']()}
							</CopyButton>
						</dd>
					</div>
				))}
				{scenario.cardName && (
					<div className="flex flex-wrap gap-x-2 px-3.5 text-sm">
						<dt className="text-muted">{m['pay_page.card_name']()}</dt>
						<dd>{scenario.cardName}</dd>
					</div>
				)}
			</dl>
		</>
	)
}

export function Instructions({ text, amount }: { text: string; amount: string }) {
	return (
		<>
			<p className="max-w-[60ch] whitespace-pre-line">{text}</p>
			<p className="text-muted">{m['pay_page.external_amount']({ amount })}</p>
		</>
	)
}
