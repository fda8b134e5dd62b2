import { formatMoney } from '@larek/shared/money.ts'
import type { ReactNode } from 'react'
import { Countdown } from '~/components/Countdown.tsx'
import type { QuoteView } from '~/entities/order/orderView.ts'
import { m } from '~/paraglide/messages.js'
import { AppLink, Panel } from './Panel.tsx'
import { webAddress } from './paymentSession.ts'

interface ResumeProps {
	quote: QuoteView
	/** When it began, by the server's clock. */
	since: string | undefined
	/** The provider's own page of the payment, where it has one. */
	page: string | null
	from: number
	children: ReactNode
}

/** A payment begun in another tab or browser. */
export function ResumePayment({ quote, since, page, from, children }: ResumeProps) {
	const amount = formatMoney(quote.amount, quote.currency, { exact: true })
	return (
		<Panel title={<Countdown until={quote.expiresAt} from={from} since={since} />} other={children}>
			<p className="text-muted">{m['pay_page.resume_text']({ amount })}</p>
			{page && (
				<AppLink href={webAddress(page)} isNew>
					{m['pay_page.resume_go']()}
				</AppLink>
			)}
		</Panel>
	)
}
