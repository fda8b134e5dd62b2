import { type ReactNode, type Ref, useEffect, useRef } from 'react'
import type { PaymentScenario } from '~/api/gen/types.gen.ts'
import { Button } from '~/components/Button.tsx'
import { Countdown } from '~/components/Countdown.tsx'
import { LiveDot } from '~/components/LiveDot.tsx'
import { classes } from '~/lib/classes.ts'
import { formatMoney, parseMoney } from '~/lib/money.ts'
import { useSecond } from '~/lib/now.ts'
import { m } from '~/paraglide/messages.js'
import { webAddress } from './paymentSession.ts'
import { AppLink, CardTransfer, Instructions, PictureQr, Qr } from './Steps.tsx'

interface ScenarioProps {
	scenario: PaymentScenario
	/** Started just now: a form goes on by itself. */
	isFresh: boolean
	/** When the page was rendered. */
	from: number
	onOther: () => void
	ref?: Ref<HTMLHeadingElement>
}

/** What the buyer does next, and the page waiting for it beside. */
export function Scenario({ scenario, isFresh, from, onOther, ref }: ScenarioProps) {
	const { expiresAt } = scenario
	const isOver = useSecond(from) >= Date.parse(expiresAt ?? '') // never for what has no end
	const frame = { onOther, ref }
	if (isOver) {
		return (
			<Panel {...frame} title={m['pay_page.over_title']()} isWaiting={false}>
				<p className="text-muted">{m['pay_page.over_text']()}</p>
			</Panel>
		)
	}
	const amount = formatMoney(parseMoney(scenario.amount), scenario.currency, { exact: true })
	const left = expiresAt && <Countdown until={expiresAt} from={from} />
	switch (scenario.type) {
		case 'redirect':
		case 'p2p_redirect':
			return (
				<Panel {...frame} title={m['pay_page.redirect_title']()}>
					<p className="text-muted">{m['pay_page.redirect_text']({ amount })}</p>
					<AppLink href={webAddress(scenario.url)}>{m['pay_page.redirect_go']()}</AppLink>
				</Panel>
			)
		case 'invoice_qr':
			return (
				<Panel {...frame} title={left || amount} aside={<Qr text={scenario.qrStr} />}>
					<p className="text-muted">{m['pay_page.qr_text']({ amount })}</p>
					<AppLink href={webAddress(scenario.qrStr)} className="md:hidden">
						{m['pay_page.qr_open']()}
					</AppLink>
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
					<CardTransfer scenario={scenario} amount={amount} />
				</Panel>
			)
		case 'form':
			return (
				<Panel {...frame} title={m['pay_page.redirect_title']()}>
					<p className="text-muted">{m['pay_page.redirect_text']({ amount })}</p>
					<Onward scenario={scenario} isFresh={isFresh} />
				</Panel>
			)
		case 'external':
			return (
				<Panel {...frame} title={left || amount}>
					<Instructions text={scenario.helpText} amount={amount} />
				</Panel>
			)
		case 'wait_order_state':
			return (
				<Panel {...frame} title={m['pay_page.wait_title']()} isWaiting={false}>
					<p className="flex items-center gap-3 text-muted" role="status">
						<span className="spinner text-lamp-text" aria-hidden="true" />
						{m['pay_page.wait_text']()}
					</p>
				</Panel>
			)
	}
}

interface PanelProps {
	title: ReactNode
	/** A picture at the side. */
	aside?: ReactNode
	isWaiting?: boolean
	onOther: () => void
	ref?: Ref<HTMLHeadingElement>
	children: ReactNode
}

export function Panel({ title, aside, isWaiting = true, onOther, ref, children }: PanelProps) {
	return (
		<section
			aria-label={m['pay_page.panel']()}
			className={classes(
				'grid grid-cols-1 items-center gap-5 rounded-card bg-shelf p-5',
				aside !== undefined && 'md:grid-cols-[auto_1fr]',
			)}
		>
			{aside}
			<div className="grid min-w-0 grid-cols-1 justify-items-start gap-3">
				<h2 ref={ref} tabIndex={-1} className="head text-xl outline-none">
					{title}
				</h2>
				{children}
				<div className="flex w-full flex-wrap items-center justify-between gap-x-5 gap-y-1">
					{isWaiting && <LiveDot>{m['pay_page.waiting']()}</LiveDot>}
					<Button look="quiet" size="small" onClick={onOther} className="-mx-4">
						{m['pay_page.other']()}
					</Button>
				</div>
			</div>
		</section>
	)
}

/** A form of the provider's, sent on by itself; the button is for browsers that would not. */
function Onward({ scenario, isFresh }: { scenario: PaymentScenario & { type: 'form' }; isFresh: boolean }) {
	const form = useRef<HTMLFormElement>(null)
	const sent = useRef(false)
	useEffect(() => {
		if (!isFresh || sent.current) return
		sent.current = true
		form.current?.submit()
	}, [isFresh])
	return (
		<form ref={form} method={scenario.method} action={webAddress(scenario.action)} className="w-full">
			{scenario.fields.map(({ name, value }) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<Button type="submit" look="lamp" className="w-full md:w-auto">
				{m['pay_page.redirect_go']()}
			</Button>
		</form>
	)
}
