import { regionName, regionNote } from '~/entities/catalog/giftNames.ts'
import { ConfirmDialog } from '~/entities/order/ConfirmDialog.tsx'
import type { PriceTotals } from '~/lib/priceTotals.ts'
import { m } from '~/paraglide/messages.js'
import type { GiftData } from './detail.server.ts'

interface GiftSheetProps {
	gift: GiftData
	/** Where the link to the key goes; a signed-in buyer is not asked. */
	email: string | undefined
	totals: PriceTotals
	failure: string | undefined
	busy: boolean
	onGo: () => void
	onClose: () => void
}

/** The last look at a gift: above all, where its key works. */
export default function GiftSheet({ gift, email, totals, ...rest }: GiftSheetProps) {
	return (
		<ConfirmDialog
			{...rest}
			note={regionNote(gift.region)}
			rows={[
				{ label: m['gift_page.gift'](), value: gift.title },
				{ label: m['gifts_page.region'](), value: regionName(gift.region) },
				...(email ? [{ label: m['order_form.email'](), value: email }] : []),
			]}
			total={totals.total}
			fee={totals.fee?.terms}
		/>
	)
}
