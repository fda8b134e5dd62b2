import { Countdown } from '~/components/Countdown.tsx'
import type { QuoteView } from '~/entities/order/orderView.ts'
import { formatMoney } from '~/lib/money.ts'
import { m } from '~/paraglide/messages.js'
import { webAddress } from './paymentSession.ts'
import { Panel } from './Scenario.tsx'
import { AppLink } from './Steps.tsx'

interface ResumeProps {
	quote: QuoteView
	/** The provider's own page of the payment, where it has one. */
	page: string | null
	from: number
	onOther: () => void
}

/** A payment begun in another tab or browser. */
export function Resume({ quote, page, from, onOther }: ResumeProps) {
	const amount = formatMoney(quote.amount, quote.currency, { exact: true })
	return (
		<Panel title={<Countdown until={quote.expiresAt} from={from} />} onOther={onOther}>
			<p className="text-muted">{m['pay_page.resume_text']({ amount })}</p>
			{page && (
				<AppLink href={webAddress(page)} isNew>
					{m['pay_page.resume_go']()}
				</AppLink>
			)}
		</Panel>
	)
}
