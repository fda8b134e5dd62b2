import type { PaymentScenario } from '@larek/api/store/types.gen.ts'
import { formatMoney, type Minor, parseMoney, writeMoney } from '@larek/shared/money.ts'
import { useSecond } from '@larek/shared/now.ts'
import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from '~/components/Button.tsx'
import { Countdown } from '~/components/Countdown.tsx'
import { m } from '~/paraglide/messages.js'
import { BankApps } from './BankApps.tsx'
import { AppLink, Panel } from './Panel.tsx'
import { providerForm } from './ProviderForm.tsx'
import { webAddress } from './paymentSession.ts'
import { CardTransfer, Instructions, PictureQr, Qr } from './Steps.tsx'

interface ScenarioProps {
	scenario: PaymentScenario
	/** When the page was rendered. */
	from: number
	/** When it began, by the server's clock. */
	since: string | undefined
	/** The way to another method. */
	other: ReactNode
	/** It began just now: the buyer is brought to it. */
	isFresh?: boolean
	/** What has come of it already. */
	received?: Minor
}

/** What the buyer does next, and the page waiting for it beside. Loaded when the page is idle: most of it is the QR code. */
export default function Scenario({ scenario, from, since, other, isFresh = false, received = 0 }: ScenarioProps) {
	const ref = useInSight(isFresh)
	const { expiresAt } = scenario
	const isOver = useSecond(from) >= Date.parse(expiresAt ?? '') // never for what has no end
	const frame = { other, ref }
	if (isOver) {
		return (
			<Panel {...frame} title={m['pay_page.over_title']()} isWaiting={false}>
				<p className="text-muted">{m['pay_page.over_text']()}</p>
			</Panel>
		)
	}
	const rest = parseMoney(scenario.amount) - received
	const amount = formatMoney(rest, scenario.currency, { exact: true })
	const left = expiresAt && <Countdown until={expiresAt} from={from} since={since} />
	switch (scenario.type) {
		case 'redirect':
		case 'p2p_redirect':
		case 'form':
			return (
				<Panel {...frame} title={isFresh ? m['pay_page.redirect_title']() : m['pay_page.redirect_waits']()}>
					<p className="text-muted">{m['pay_page.redirect_text']({ amount })}</p>
					{scenario.type === 'form' ? (
						<Button type="submit" form={providerForm} look="lamp" className="w-full md:w-auto">
							{m['pay_page.redirect_go']()}
						</Button>
					) : (
						<AppLink href={webAddress(scenario.url)}>{m['pay_page.redirect_go']()}</AppLink>
					)}
				</Panel>
			)
		case 'invoice_qr':
			return (
				<Panel {...frame} title={left || amount} aside={<Qr text={scenario.qrStr} className="max-md:hidden" />}>
					<p className="text-muted max-md:hidden">{m['pay_page.qr_text']({ amount })}</p>
					<BankApps link={webAddress(scenario.qrStr)} amount={amount}>
						<Qr text={scenario.qrStr} />
					</BankApps>
				</Panel>
			)
		case 'qr':
			return (
				<Panel {...frame} title={left || amount} aside={<PictureQr src={scenario.url} />}>
					<p className="text-muted">{m['pay_page.qr_text']({ amount })}</p>
				</Panel>
			)
		case 'p2p':
			return (
				<Panel {...frame} title={left || amount}>
					<CardTransfer scenario={scenario} amount={amount} rest={writeMoney(rest)} />
				</Panel>
			)
		case 'external':
			return (
				<Panel {...frame} title={left || amount}>
					<Instructions scenario={scenario} amount={amount} rest={writeMoney(rest)} />
				</Panel>
			)
		case 'wait_order_state':
			return (
				<Panel {...frame} title={m['pay_page.wait_title']()} isWaiting={false}>
					<p className="flex items-center gap-3 text-muted" role="status">
						<span className="spinner text-lamp-line" aria-hidden="true" />
						{m['pay_page.wait_text']()}
					</p>
				</Panel>
			)
	}
}

function useInSight(isFresh: boolean) {
	const heading = useRef<HTMLHeadingElement>(null)
	useEffect(() => {
		if (!isFresh) return
		heading.current?.focus({ preventScroll: true })
		heading.current?.closest('section')?.scrollIntoView({ block: 'center' })
	}, [isFresh])
	return heading
}
