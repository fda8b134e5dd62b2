import { Receipt, ReceiptRow, ReceiptTotal } from '~/components/Receipt.tsx'
import { m } from '~/paraglide/messages.js'

export function HowItWorks() {
	return (
		<Receipt title={m['how.title']()} subtitle={m['how.subtitle']()}>
			<ReceiptRow>1. {m['how.step1']()}</ReceiptRow>
			<ReceiptRow>2. {m['how.step2']()}</ReceiptRow>
			<ReceiptRow>3. {m['how.step3']()}</ReceiptRow>
			<ReceiptTotal value={m['how.total_value']()}>{m['how.total']()}</ReceiptTotal>
		</Receipt>
	)
}
