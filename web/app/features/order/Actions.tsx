import { type MouseEvent, useState } from 'react'
import { href, useNavigate } from 'react-router'
import { ButtonLink } from '~/components/Button.tsx'
import { CopyButton } from '~/components/CopyButton.tsx'
import type { OrderView } from '~/entities/order/orderView.ts'
import { unpaid } from '~/entities/order/timelineSteps.ts'
import { m } from '~/paraglide/messages.js'

/** What can be done with any order: the same once more, and a question about it. */
export function Actions({ order, mail }: { order: OrderView; mail: string | null }) {
	const { id } = order
	const subject = encodeURIComponent(m['order_page.receipt']({ id }))
	return (
		<div>
			<div className="grid gap-3 sm:flex sm:flex-wrap">
				{/* Beside the button that pays for this one it would be another step to take. */}
				{!(unpaid(order) && order.isPaymentActive) && <Repeat order={order} />}
				<ButtonLink to={mail ? `mailto:${mail}?subject=${subject}` : href('/ru/info/contacts')} size="small">
					{m['order_page.support']()}
				</ButtonLink>
				<CopyButton text={() => location.href} size="small">
					{m['order_page.copy_link']()}
				</CopyButton>
			</div>
			{mail && <p className="mt-3 text-sm wrap-anywhere text-muted">{m['order_page.support_mail']({ mail, id })}</p>}
		</div>
	)
}

function Repeat({ order: { again, goods } }: { order: OrderView }) {
	const [busy, setBusy] = useState(false)
	const navigate = useNavigate()
	// A gift, and anything without scripts, is chosen on its page.
	async function onClick(event: MouseEvent) {
		if (!again || event.metaKey || event.ctrlKey) return
		event.preventDefault()
		if (busy) return
		setBusy(true)
		const isSold = await import('./repeat.ts').then(({ repeat }) => repeat(again)).catch(() => true)
		if (isSold) await navigate(goods.to)
		setBusy(false)
	}
	return (
		<ButtonLink to={goods.to} size="small" onClick={onClick} aria-busy={busy || undefined}>
			{busy && <span className="spinner" aria-hidden="true" />}
			{m['order_page.repeat']()}
		</ButtonLink>
	)
}
