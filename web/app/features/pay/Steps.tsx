// The parts a scenario is made of.

import type { ExternalScenario, P2pScenario } from '@larek/api/store/types.gen.ts'
import { classes } from '@larek/shared/classes.ts'
import type { ReactNode } from 'react'
import { CopyButton } from '~/components/CopyButton.tsx'
import { m } from '~/paraglide/messages.js'
import { QrCode } from './QrCode.tsx'

const frame = 'mx-auto grid size-53 place-items-center rounded-card bg-[#fff] p-3.5'

export function Qr({ text, className }: { text: string; className?: string }) {
	return (
		<div className={classes(frame, className)}>
			<QrCode text={text} label={m['pay_page.qr_label']()} />
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

interface CopyRow {
	label: string
	value: string
	copied: string
}

/** What is typed elsewhere, each with a button that copies it. */
function CopyRows({ rows, children }: { rows: CopyRow[]; children?: ReactNode }) {
	return (
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
			{children}
		</dl>
	)
}

/** As banks take a sum: digits and a comma. */
const sumRow = (value: string, rest: string): CopyRow => ({
	label: m['pay_page.card_amount'](),
	value,
	copied: rest.replace('.', ','),
})

/** The sum still to be paid: as it is read, and as it is typed. */
interface Due {
	amount: string
	rest: string
}

export function CardTransfer({ scenario, amount, rest }: Due & { scenario: P2pScenario }) {
	const number = scenario.cardNumber.replace(/\D/g, '')
	const card = {
		label: m['pay_page.card_number'](),
		value: number.replace(/(\d{4})(?=\d)/g, '$1\u00a0'),
		copied: number,
	}
	return (
		<>
			<p className="text-muted">{m['pay_page.card_text']()}</p>
			<CopyRows rows={[card, sumRow(amount, rest)]}>
				{scenario.cardName && (
					<div className="flex flex-wrap gap-x-2 px-3.5 text-sm">
						<dt className="text-muted">{m['pay_page.card_name']()}</dt>
						<dd>{scenario.cardName}</dd>
					</div>
				)}
			</CopyRows>
		</>
	)
}

/** The number a terminal asks for is in the provider's own text. */
export function Instructions({ scenario, amount, rest }: Due & { scenario: ExternalScenario }) {
	const number = /Номер счёта: ([\w-]+)/.exec(scenario.helpText)?.[1]
	const account = number && { label: m['pay_page.account_number'](), value: number, copied: number }
	return (
		<>
			<p className="max-w-[60ch] whitespace-pre-line">{scenario.helpText}</p>
			<CopyRows rows={[...(account ? [account] : []), sumRow(amount, rest)]} />
		</>
	)
}
